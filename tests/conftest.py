"""How Hypothesis searches, for every test of the house.

Running pytest by hand explores anew each time; `make test` asks for the profile `ci`: one commit, one verdict.
"""

from hypothesis import settings

# Deadlines measure the machine and its other tenants, not the code.
settings.register_profile("house", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("house")

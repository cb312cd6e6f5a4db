"""Man for Man (Historien): the Grundregeln and the Antike Streitwagen booklet as rule scripts.

`content` reads the values (peoples, terrain, maps, armies), one module per chapter holds the rules, `system` is the
door through which the referee enters. Passages are cited as `GR n` (Grundregeln) and `STW n` (Streitwagen), the actions
that our reading draws from both as `MfM n`; `R-nn` is a ruling of this referee where the books are silent or contradict
themselves. What each number says stands in `assets/mfm/regeln.toml`.
"""

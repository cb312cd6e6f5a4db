# The bot for Discord in a container. The local table listens on loopback only and is therefore not for here.
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS build
WORKDIR /app
RUN python -m venv /venv
COPY requirements.lock ./
RUN /venv/bin/pip install --disable-pip-version-check --no-cache-dir -r requirements.lock
COPY pyproject.toml README.md ./
COPY rules rules
COPY bot bot
COPY cogs cogs
COPY assets assets
RUN /venv/bin/pip install --disable-pip-version-check --no-cache-dir --no-deps --no-build-isolation --editable . \
 && /venv/bin/pip uninstall --yes setuptools pip \
 && python -m compileall -q rules bot cogs

FROM python:${PYTHON}-slim
RUN useradd --system --user-group --uid 10001 --no-create-home --shell /usr/sbin/nologin herold \
 && install --directory --owner herold --group herold --mode 700 /data
COPY --from=build /venv /venv
COPY --from=build /app /app
ENV PATH=/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    PYTHONDONTWRITEBYTECODE=1 \
    HEROLD_DATA=/data
USER herold
WORKDIR /data
VOLUME /data
HEALTHCHECK --interval=60s --timeout=15s --start-period=90s --retries=3 CMD ["herold", "doctor", "--gesundheit"]
ENTRYPOINT ["herold"]
CMD ["run"]

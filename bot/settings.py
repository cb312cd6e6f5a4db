"""What can be set from outside: by environment variables, or by a file `.env` in the folder where Herold is started."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import AliasChoices, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

__all__ = ["Settings"]

DATABASE = "herold.db"


class Settings(BaseSettings):
    """Every setting has a default that works. Names are those of the environment without `HEROLD_`."""

    model_config = SettingsConfigDict(env_prefix="HEROLD_", env_file=".env", env_file_encoding="utf-8", extra="ignore")

    token: SecretStr | None = Field(default=None, validation_alias=AliasChoices("DISCORD_TOKEN", "HEROLD_TOKEN"))
    """The bot's token. Without one Herold plays at the local table."""
    data: Path = Path("daten")
    """The folder for everything that is kept."""
    database_url: str = ""
    """Another database than the SQLite file in that folder."""
    port: int = Field(default=8642, ge=0, le=65535)
    """Where the page of the local table is; 0 takes any free port."""
    open_browser: bool = True
    plain_text: bool = False
    """Also read plain lines in the channels of battles. Discord must have allowed the message content intent."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_format: Literal["auto", "text", "json"] = "auto"

    @field_validator("token")
    @classmethod
    def _no_empty_token(cls, token: SecretStr | None) -> SecretStr | None:
        return token if token is not None and token.get_secret_value().strip() else None

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _any_case(cls, word: object) -> object:
        return word.lower() if isinstance(word, str) else word

    @property
    def database(self) -> str | Path:
        return self.database_url or self.data / DATABASE

    @property
    def table_folder(self) -> Path:
        """Where the local table keeps its channels and messages."""
        return self.data / "tisch"

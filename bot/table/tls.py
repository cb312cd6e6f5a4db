"""A certificate for Discord's names that is good on this table only: made at start, never written for longer than
it takes to load it."""

import ssl
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

NAMES = tuple(
    name
    for domain in ("discord.com", "discord.gg", "discordapp.com", "discordapp.net", "discord.media")
    for name in (domain, f"*.{domain}")
)
LIFE = timedelta(days=3650)


@dataclass(frozen=True)
class Certificate:
    server: ssl.SSLContext
    client: ssl.SSLContext


def make_certificate() -> Certificate:
    """A server's side and a client's side that trusts this server and no other."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Herold local table")])
    now = datetime.now(UTC)
    usage = dict.fromkeys(
        (
            *("content_commitment", "key_encipherment", "data_encipherment", "key_agreement"),
            *("crl_sign", "encipher_only", "decipher_only"),
        ),
        False,
    )
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + LIFE)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(one) for one in NAMES]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.KeyUsage(digital_signature=True, key_cert_sign=True, **usage), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )
    public = certificate.public_bytes(serialization.Encoding.PEM)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    with tempfile.TemporaryDirectory(prefix="herold-") as folder:
        # OpenSSL loads a key from a file only. The folder is readable by its owner alone and gone at once.
        path = Path(folder) / "table.pem"
        path.write_bytes(private + public)
        server.load_cert_chain(path)
    client = ssl.create_default_context(cadata=public.decode("ascii"))
    return Certificate(server, client)

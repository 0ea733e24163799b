import hashlib
import hmac
import time


def is_genuine(body: bytes, header: str, secret: str) -> bool:
    parts = [part.partition("=")[::2] for part in header.split(",")]
    signed_at = next((value for name, value in parts if name == "t"), "")
    expected = hmac.new(secret.encode(), f"{signed_at}.".encode() + body, hashlib.sha256).hexdigest()
    is_signed = any(name == "v1" and hmac.compare_digest(value.encode(), expected.encode()) for name, value in parts)
    return is_signed and abs(time.time() - int(signed_at)) <= 300

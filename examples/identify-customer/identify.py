# pip install PyJWT
import os
import time

import jwt


def chat_token(customer):
    """For the customer who is signed in, on each request for it."""
    now = int(time.time())
    claims = {
        "sub": customer.id,
        "name": customer.name,
        "email": customer.email,
        "iat": now,
        "exp": now + 600,
    }
    return jwt.encode(claims, os.environ["CHAT_SECRET"], algorithm="HS256")

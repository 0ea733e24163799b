<?php
// composer require firebase/php-jwt
use Firebase\JWT\JWT;

/** For the customer who is signed in, on each request for it. */
function chat_token(object $customer): string
{
    $now = time();

    return JWT::encode([
        'sub' => $customer->id,
        'name' => $customer->name,
        'email' => $customer->email,
        'iat' => $now,
        'exp' => $now + 600,
    ], getenv('CHAT_SECRET'), 'HS256');
}

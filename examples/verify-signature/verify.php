<?php

function isGenuine(string $body, string $header, string $secret): bool
{
    preg_match('/(?:^|,)t=(\d+)/', $header, $time);
    preg_match_all('/(?:^|,)v1=([0-9a-f]{64})/', $header, $signatures);
    $signedAt = $time[1] ?? '';
    $expected = hash_hmac('sha256', $signedAt . '.' . $body, $secret);
    $matches = array_filter($signatures[1], fn ($signature) => hash_equals($expected, $signature));
    return $matches !== [] && abs(time() - (int) $signedAt) <= 300;
}

require "openssl"

def genuine?(body, header, secret)
  parts = header.split(",").map { |part| part.split("=", 2) }
  signed_at = parts.assoc("t")&.last.to_s
  expected = OpenSSL::HMAC.hexdigest("SHA256", secret, "#{signed_at}.".b + body.b)
  is_signed = parts.any? { |name, value| name == "v1" && OpenSSL.secure_compare(value.to_s, expected) }
  is_signed && (Time.now.to_i - signed_at.to_i).abs <= 300
end

# gem install jwt
require "jwt"

# For the customer who is signed in, on each request for it.
def chat_token(customer)
  now = Time.now.to_i
  claims = {
    sub: customer.id,
    name: customer.name,
    email: customer.email,
    iat: now,
    exp: now + 600
  }
  JWT.encode(claims, ENV.fetch("CHAT_SECRET"), "HS256")
end

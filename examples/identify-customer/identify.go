// go get github.com/golang-jwt/jwt/v5
package chat

import (
	"os"
	"time"

	"github.com/golang-jwt/jwt/v5"
)

// Token is for the customer who is signed in, on each request for it.
func Token(id, name, email string) (string, error) {
	now := time.Now()
	claims := jwt.MapClaims{
		"sub":   id,
		"name":  name,
		"email": email,
		"iat":   now.Unix(),
		"exp":   now.Add(10 * time.Minute).Unix(),
	}
	token := jwt.NewWithClaims(jwt.SigningMethodHS256, claims)
	return token.SignedString([]byte(os.Getenv("CHAT_SECRET")))
}

"""What do these characters say? Bytes and text in; folded text, tokens, properties, chunks and links out."""

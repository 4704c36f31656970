-- Prints the people who were erased and whose record a restore has brought back: erase them again.
-- The subject is that of subjectOfErasure in command/store/later.ts.
SELECT email
FROM users
JOIN endings ON subject = 'erased ' || left(
  translate(encode(sha256(convert_to('erased ' || email, 'UTF8')), 'base64'), '+/', '-_'), 22)
WHERE created_at_ms <= ended_at_ms
ORDER BY email;

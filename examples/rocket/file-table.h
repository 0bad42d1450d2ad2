// Owns: what the agent loop sees of the file table.
#ifndef FILE_TABLE_H
#define FILE_TABLE_H

/** The longest path, contents or answer, with its zero byte. */
#define FILE_TEXT 256

/** Fills the table: /home/ with a.txt and readme.md. */
void file_table_reset(void);
/** Carries out one command. What is not known, or is more than a word and a path, is answered and changes nothing. @param result FILE_TEXT bytes */
void file_table_carry_out(const char *answer, char *result);

#endif

// Words by which a text mentions the teachers, in the languages of the page: the writer chooses among them alone. The page's text of forum.teachers.
export const teachersWords: readonly string[] = ['teachers', '老师', '老師', 'ผู้สอน', 'pengajar']

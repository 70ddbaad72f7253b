// Askers: the kinds of activities that ask questions through a paper, and the votes of a class; the questions that each may ask.

export type Asker = 'exam' | 'questionnaire' | 'film' | 'class'

type Questions = {
  /** They earn points: each has a right answer or is marked by a person. */
  scored: boolean
  /** Some are drawn from a bank for each attempt. */
  drawn: boolean
  /** They may ask for a file. */
  files: boolean
  /** An answer may be marked by a rubric. */
  rubric: boolean
  /** Their files come with an attempt alone, so that nobody opens them before. */
  closed: boolean
}

export const askers: Readonly<Record<Asker, Questions>> = {
  exam: { scored: true, drawn: true, files: true, rubric: true, closed: true },
  questionnaire: { scored: false, drawn: false, files: false, rubric: false, closed: false },
  film: { scored: true, drawn: false, files: true, rubric: false, closed: false },
  class: { scored: false, drawn: false, files: false, rubric: false, closed: false },
}

// Questions with letters that damaged bytes have left: named, so that somebody repairs them.
import { replacedLetters } from '@lyceum/kit/text/replaced-letters'
import type { NeutralFileOfQuestions, NeutralQuestion } from './format.ts'
import { withTexts } from './parts.ts'

function named(question: NeutralQuestion): NeutralQuestion {
  let count = replacedLetters(question.title)?.count ?? 0
  withTexts(question, (text) => {
    count += replacedLetters(text)?.count ?? 0
    return text
  })
  return count === 0 ? question : { ...question, notes: [...question.notes, { code: 'lettersReplaced', params: { letters: count } }] }
}

export const withDamagedNamed = (file: NeutralFileOfQuestions): NeutralFileOfQuestions => ({
  ...file,
  questions: file.questions.map(named),
})

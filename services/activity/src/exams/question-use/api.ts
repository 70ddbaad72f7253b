// The contract table of the use of questions.
import { bankCalls } from '../../call-table.ts'
import { ById } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { QuestionUse } from '../../questions/banks/shapes.ts'

export const questionUseCalls = bankCalls({
  'GET /api/questions/:id/use': {
    summary:
      'In which papers and templates a question stands, how often it was answered and with which result; the newest 100. Answers that are nobody’s are counted in steps of five',
    may: 'readBank',
    at: 'question',
    params: ById,
    reply: Type.Object({
      items: Type.Array(QuestionUse),
      /** Of the organisation. */
      templates: Type.Array(Type.Object({ id: Type.String(), title: Type.String() })),
    }),
  },
})

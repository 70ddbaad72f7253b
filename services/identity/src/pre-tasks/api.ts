// The calls of tasks before the first page: password, mobile number, terms.
import { calls } from '../call-table.ts'
import { nullable } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

const PreTask = Type.Object({ has_pre_task: Type.Boolean(), url: nullable(Type.String()) })

export const preTaskCalls = calls({
  'GET /api/user/pre-task': {
    summary: 'What the organisation wants done first, such as a questionnaire',
    may: 'signedIn',
    gate: 'account',
    reply: PreTask,
  },
  'PUT /api/user/pre-task': {
    summary: 'The task at this address is done; another one will be asked for again',
    may: 'signedIn',
    gate: 'account',
    body: Type.Object({ url: Type.String({ minLength: 1, maxLength: 2000 }) }),
    reply: PreTask,
  },
})

// The call of an organisation's numbers of people.
import { Time } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'
import { calls } from '../call-table.ts'

export const numberCalls = calls({
  'GET /api/management/people': {
    summary: 'How many people belong to the organisation, and were here within seven days; who manages a department: its people',
    may: 'statistics.read',
    management: true,
    reply: Type.Object({
      people: Type.Integer(),
      active: Type.Integer({ description: 'signed in, or came back to a session, within seven days' }),
      counted_at: Time,
    }),
    errors: ['authCode.needed'],
  },
})

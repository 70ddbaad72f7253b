// The contract table of exports of people: the list of the management with its conditions and order, as a file.
import { oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

const columns = ['name', 'user_no', 'seen_at', 'created_at'] as const
const sorts = columns.flatMap((column) => [column, `-${column}`] as const)

const PeopleExport = Type.Object({
  conditions: Type.Optional(Type.String({ maxLength: 2000 })),
  sort: Type.Optional(oneOf(...sorts)),
  format: oneOf('csv', 'xlsx'),
  lang: Type.Optional(Type.String({ maxLength: 10 })),
})
export type PeopleExport = Static<typeof PeopleExport>

export const peopleExportCalls = calls({
  'POST /api/users/exports': {
    summary:
      'The members that fit the conditions of GET /api/users, in its order (by last seen: by name, since people are seen meanwhile), as a file (CSV or XLSX, at most 1,000,000 of them), as a task: its result names the upload, a file of mine. The names of its columns are in the language of the page',
    may: 'people.change',
    management: true,
    status: 202,
    tx: false,
    delegates: true,
    body: PeopleExport,
    reply: Type.Object({ task: Type.String() }),
    errors: ['authCode.needed'],
    example: { format: 'csv' },
  },
})

// The contract table of exports of notes: my notes, of one course or found by words, as a PDF.
import { Id } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

const NoteExport = Type.Object({
  course_id: Type.Optional(Id),
  /** As GET /api/notes has them. */
  conditions: Type.Optional(Type.String({ maxLength: 500 })),
  lang: Type.Optional(Type.String({ maxLength: 10 })),
})
export type NoteExport = Static<typeof NoteExport>

export const noteExportCalls = calls({
  'POST /api/notes/export': {
    summary:
      'My notes by course, file and place as a PDF, as a task: its result names the upload, a file of mine. Its words are in the language of the page',
    may: 'signedIn',
    status: 202,
    tx: false,
    delegates: true,
    body: NoteExport,
    reply: Type.Object({ task: Type.String() }),
    example: { lang: 'en' },
  },
})

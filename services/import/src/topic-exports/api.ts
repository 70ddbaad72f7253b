// The contract table of exports of topics: the posts that their reader sees, as a file to keep: HTML or PDF.
import { ById, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../call-table.ts'

const TopicExport = Type.Object({
  format: oneOf('html', 'pdf'),
  lang: Type.Optional(Type.String({ maxLength: 10 })),
})
export type TopicExport = Static<typeof TopicExport>

export const topicExportCalls = calls({
  'POST /api/topics/:id/export': {
    summary:
      'A topic with the posts that I see in it, in the order of reading, as one file, HTML or PDF, as a task: its result names the upload, a file of mine. Its words are in the language of the page',
    may: 'signedIn',
    status: 202,
    tx: false,
    delegates: true,
    params: ById,
    body: TopicExport,
    reply: Type.Object({ task: Type.String() }),
    errors: ['forbidden'],
    example: { format: 'html' },
  },
})

// The contract table of documents: the pages that a person has seen.
import { calls, notOpen } from '../../call-table.ts'
import { ById, Id } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { MyProgress } from '../../activity/api.ts'

/** First and last page. */
export const PageRanges = Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 }))

export const PagesRead = Type.Object({
  /** Of the document. */
  play_session_id: Id,
  /** Each was in view for two seconds. Those of earlier reports may be among them. */
  pages: Type.Array(Type.Integer({ minimum: 1, maximum: 1_000_000 }), { minItems: 1, maxItems: 500, uniqueItems: true }),
})
export type PagesRead = Static<typeof PagesRead>

export const PagesReadReply = Type.Interface([MyProgress], { seen: PageRanges })
export type PagesReadReply = Static<typeof PagesReadReply>

export const documentCalls = calls({
  'POST /api/activities/:id/pages-read': {
    summary:
      'Pages of a document that I have seen for two seconds each. As many count as the time since its play session began allows; the others are to be reported again',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: PagesRead,
    reply: PagesReadReply,
    status: 200,
    repeatable: true,
    errors: [...notOpen, 'play.over', 'play.notDocument'],
    example: { play_session_id: '0196b1a0-0000-7000-8000-000000000001', pages: [1, 2] },
  },
})

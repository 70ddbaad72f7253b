// The contract table of links: films that lie at a provider or at an address of their own. Nothing of them is ever fetched by the server.
import { calls } from '../call-table.ts'
import { Type } from 'typebox'
import { OriginalUrl, VideoLink } from '../rows/link-api.ts'

export const linkCalls = calls({
  'POST /api/video-links': {
    summary: 'What a pasted address is: whose film, and where it is played. Nothing is written or fetched',
    may: 'signedIn',
    body: Type.Object({ original_url: OriginalUrl }),
    reply: VideoLink,
    status: 200,
    repeatable: true,
    example: { original_url: 'https://vimeo.com/76979871' },
  },
})

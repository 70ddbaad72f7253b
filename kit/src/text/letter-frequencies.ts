// Letters of languages and how often they are met, as costs (natural logarithms), by which encodings are told apart.

export type SingleByte = 'windows-874' | 'windows-1250' | 'windows-1251' | 'windows-1252' | 'windows-1254'

/** Letters of a language beyond ASCII; the first ones are the commonest. `wordy`: whole words are written with them; `rarity`: the cost of the language
 *  itself. */
type Language = { letters: ReadonlyMap<string, number>; wordy: boolean; rarity: number }
function language(small: string, { wordy = false, more = '', rarity = 0 } = {}): Language {
  const list = [...small]
  const costs = list.map((letter, at): [string, number] => [letter, Math.log(list.length) + (at * 1.2) / list.length - 0.4])
  const capitals = costs.flatMap(([letter, cost]): [string, number][] => {
    const capital = letter.toUpperCase()
    return capital === letter || capital.length > 1 ? [] : [[capital, cost + 1.2]]
  })
  return { letters: new Map([...[...more].map((sign): [string, number] => [sign, 4]), ...capitals, ...costs]), wordy, rarity }
}

const signs = '–—‘’“”„…•€£§©®°±²³½ºª«»¿¡·´\u00a0'
const latin = (small: string, rarity = 0) => language(small, { more: signs, rarity })
const cyrillic = (small: string) => language(small, { wordy: true, more: `${signs}№` })

/** The languages of an encoding. */
export const languages: Record<Exclude<SingleByte, 'windows-874'>, readonly Language[]> = {
  'windows-1252': [
    latin('üöäß'),
    latin('éèàçêîôëïûâùœ'),
    latin('íáóñéúü'),
    latin('ãçéáõóíêúâôà'),
    latin('àèòùìé'),
    latin('öäåé'),
    latin('øåæé'),
    latin('ëéïöü'),
    latin('áíéóðöúæþý', 1),
  ],
  'windows-1250': [
    latin('óęłżśąćńź'),
    latin('áíéěýřčšžůúňťďó'),
    latin('áéíčšýžúľťôäňďóĺŕ'),
    latin('áéöóőüíúű'),
    latin('ăîâşţ'),
    latin('čšžćđ'),
  ],
  'windows-1251': [
    cyrillic('оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё'),
    cyrillic('оаниевртілксмдупязьбгчйхцжїюєшщфґ'),
    cyrillic('аиоентрсвлкдпмзгбяуъчшйжхцщфюь'),
    cyrillic('аиоенрстувкдмлпјзгбчшцжхњћљђфџ'),
  ],
  'windows-1254': [turkish()],
}

/** The capital of ı is I, that of i is İ. */
function turkish(): Language {
  const plain = latin('ıüşçğö')
  return { ...plain, letters: new Map([...plain.letters, ['İ', 2.6]]) }
}

const costsOf = (groups: readonly [string, number][]) =>
  new Map(groups.flatMap(([letters, cost]) => [...letters].map((letter) => [letter, cost] as const)))
export const thai = {
  letters: costsOf([
    ['นรากอเงมยลวดทสต่้ิีั์', 2.9],
    ['ปบคหแจพชขุูะ็ืใไโำถผศณภ', 3.8],
    ['ธซฟญฉษฐึฝฎฏฑฒฮฆฬฤๆฯๅํ๋๊', 5.2],
    ['๐๑๒๓๔๕๖๗๘๙฿ฅฃฦ๎๏๚๛ฺ', 7],
    ['–—‘’“”…•€\u00a0', 4],
  ]),
  consonants: new Set('กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'),
  marks: new Set('ัิีึืฺุู็่้๊๋์ํ๎ำ'),
}

export type EastAsian = 'gb18030' | 'big5' | 'shift_jis' | 'euc-kr'
/** The first and last lead byte of the first level of each standard, and the first trail byte. */
const levels: Record<EastAsian, [from: number, to: number, trail: number]> = {
  gb18030: [0xb0, 0xd7, 0xa1],
  big5: [0xa4, 0xc6, 0x40],
  shift_jis: [0x88, 0x97, 0x40],
  'euc-kr': [0xca, 0xfd, 0xa1],
}
const found = new Map<EastAsian, ReadonlySet<string>>()
/** Han of the first level of a standard; read once, when a file needs it. */
export function commonHan(encoding: EastAsian): ReadonlySet<string> {
  const known = found.get(encoding) ?? firstLevel(encoding, ...levels[encoding])
  found.set(encoding, known)
  return known
}
function firstLevel(encoding: string, from: number, to: number, trail: number): ReadonlySet<string> {
  const decoder = new TextDecoder(encoding)
  const found = new Set<string>()
  for (let lead = from; lead <= to; lead++)
    for (let second = trail; second < 0xff; second++) {
      const [letter = '', more] = decoder.decode(Uint8Array.of(lead, second))
      if (more === undefined && /\p{Script=Han}/u.test(letter)) found.add(letter)
    }
  return found
}

/** Syllables of names and common words. */
export const commonHangul: ReadonlySet<string> = new Set(
  '이김박최정강조윤장임한오서신권황안송류전홍고문양손배백허유남심노하곽성차주우구민수지영현은준진경희선미숙호재연상동기원철혜순광나라다가를을는의에도로사인자대학교생과시일있것들그어해아니보부제국세계방중만여리무공명소회경하요습게면스트',
)

/** The commonest Han, simplified and traditional, and family names. */
export const frequentHan: ReadonlySet<string> = new Set(
  '的一是不了在人有我他这個个们們中来來上大为為和国國地到以说說时時要就出会會可也你对對生能而子那得于着下自之年过過发發后後作里用道行所然家种種事成方多经經么麼去法学學如都同现現当當没沒动動面起看定天分还還进進好小部其些主样樣理心她本前开開但因只从從想实實日军軍者意无無力它与與长長把机機十民第公此已工使情明性知全三又关關点點正业業外将將两兩高间間由问問很最重并物手应應战戰向头頭文体體政美相见見被利什二等产產或新己制身果加西斯月话話合回特代内內信表化老给給世位次度门門任常先海通教儿兒原东東声聲提立及比员員解水名真论論处處走义義各入几幾口认認条條平系气氣题題活尔爾更别別打女变變四神总總何电電数數安少报報才结結反受目太量再感建务務做接必场場件计計管期市直德资資命山金指克许許统統区區保至队隊形社便空决決治展马馬科司五基眼书書非则則听聽白却卻界达達光放强強即像难難且权權思王象完设設式色路记記南品住告类類求据據程北边邊死张張该該交规規万萬取拉格望觉覺术術领領共确確传傳师師观觀清今切院让讓识識候带帶导導争爭运運笔筆章节節课課请請王李张張刘劉陈陳杨楊赵趙黄黃周吴吳徐孙孫胡朱高林何郭马馬罗羅梁宋郑鄭谢謝韩韓唐冯馮于董萧蕭程曹袁邓鄧许許傅沈曾彭吕呂苏蘇卢盧蒋蔣蔡贾賈丁魏薛叶葉阎閻余潘杜戴夏钟鍾汪田任姜范方石姚谭譚廖邹鄒熊金陆陸郝孔白崔康毛邱秦江史顾顧侯邵孟龙龍段雷钱錢汤湯尹黎易常武乔喬贺賀赖賴龚龔文芳伟偉娜敏静靜丽麗强磊军洋勇艳艷杰娟涛濤超霞平刚剛桂英玲华華明志秀红紅怡君雅婷淑美惠臺湾灣北京海州数數学學',
)

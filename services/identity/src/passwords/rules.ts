// Rules of passwords: long, not the person's name or number, not among the common ones.
import { invalid } from '@lyceum/kit/calls/errors'

export const minLength = 10

/** Common passwords, which programs try first; digits and signs around them change nothing. */
const common = new Set(
  `password passwords passw0rd p4ssword p4ssw0rd pass word passphrase secret letmein letmeinnow welcome changeme default admin administrator
  root user login master superman batman spiderman starwars pokemon iloveyou ilovey loveyou lovely princess sunshine monkey dragon shadow
  football baseball basketball soccer hockey michael jordan jennifer charlie jessica ashley daniel thomas george summer winter spring autumn
  january february march april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  qwerty qwertz azerty qwertyui qwertyuiop asdfghjk asdfghjkl zxcvbnm qazwsx qazwsxedc qweasd qweasdzxc asdf zxcv qwer abc abcd abcde abcdef
  abcdefg abcdefgh abcdefghi abcdefghij test testing testtest guest student teacher school university college lyceum trustno computer
  internet google facebook samsung whatever freedom flower cookie cheese banana orange purple hello helloworld ninja mustang access
  woaini aini mima mimashi kata sandi katasandi katalaluan rahasia rahsia sayang bismillah`
    .split(/\s+/)
    .filter(Boolean),
)

const keyboards = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1qaz2wsx3edc4rfv5tgb6yhn',
  '1q2w3e4r5t6y7u8i9o0p',
]
const leet: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }

export type Owner = { name: string; user_no: string; email: string | null; mobile_phone: string | null }

/** 400 at `field` for one that is too short, personal or common. */
export function checkPassword(password: string, owner: Owner, field = 'new_password'): void {
  const text = password.normalize('NFKC')
  if ([...text].length < minLength) throw invalid({ [field]: ['password.tooShort', { limit: minLength }] })
  if (isPersonal(text, owner)) throw invalid({ [field]: 'password.personal' })
  if (isCommon(text)) throw invalid({ [field]: 'password.common' })
}

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/** The name, number or address itself, backwards too, or with a few signs around it. */
function isPersonal(text: string, { name, user_no, email, mobile_phone }: Owner): boolean {
  const own = letters(text)
  const words = [name, user_no, email ?? '', email?.split('@')[0] ?? '', mobile_phone ?? ''].map(letters).filter((one) => one.length >= 3)
  return words.some((word) => {
    const rest = [word, [...word].reverse().join('')].map((one) => own.replaceAll(one, '')).sort((a, b) => a.length - b.length)[0] ?? own
    return rest.length < own.length && rest.length <= 4
  })
}

function isCommon(text: string): boolean {
  const low = text.toLowerCase()
  const plain = letters(low)
  if (new Set(plain).size <= 3 || repeats(plain) || runs(plain)) return true
  const middle = low.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const bases = [low, ...[low, middle].map((one) => [...one].map((sign) => leet[sign] ?? sign).join(''))]
  return bases.some((base) => {
    const word = base.replace(/[^\p{L}]/gu, '')
    const trimmed = base.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
    return common.has(word) || common.has(trimmed) || common.has(letters(base)) || repeats(word, common)
  })
}

/** 'abcabcabcabc': a short piece again and again; of `words`, when they are given. */
function repeats(text: string, words?: Set<string>): boolean {
  for (let size = 1; size <= text.length / 2; size++) {
    const piece = text.slice(0, size)
    if (text.length % size === 0 && piece.repeat(text.length / size) === text && (words ? words.has(piece) : size <= 5)) return true
  }
  return false
}

/** Nothing but keys beside each other: 1234567890, qwertyuiop123. */
function runs(text: string): boolean {
  let left = text
  while (left !== '') {
    const line = keyboards
      .flatMap((keys) => [keys, [...keys].reverse().join('')])
      .map((keys) => {
        let size = Math.min(left.length, keys.length)
        while (size >= 3 && !keys.includes(left.slice(0, size))) size--
        return size
      })
      .reduce((most, size) => Math.max(most, size), 0)
    if (line < 3) return left.length <= 2 && left.length < text.length
    left = left.slice(line)
  }
  return true
}

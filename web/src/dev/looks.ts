// What a state alone does not show: the gallery dresses what it shows as hovered, focused or pressed, and in longer, Thai or Chinese words.
// `#button?as=hover&words=long`; it needs no word in the components.
export const as = ['hover', 'focus', 'pressed'] as const
export const words = ['long', 'th', 'zh-CN'] as const
export type As = (typeof as)[number]
export type Words = (typeof words)[number]

const pseudo = { ':focus-visible': 'focus', ':focus-within': 'within', ':focus': 'focus', ':hover': 'hover', ':active': 'pressed' }
const found = /:(?:focus-visible|focus-within|focus|hover|active)(?![-\w])/g
const forced = (text: string) => text.replace(found, (one) => `[data-as~="${pseudo[one as keyof typeof pseudo]}"]`)

/** Every rule of a pseudo-class once more, for elements that only bear its name. */
function rulesOf(rules: CSSRuleList): string {
  return [...rules]
    .map((rule) => {
      if (rule.cssText.search(found) < 0) return ''
      if (rule instanceof CSSStyleRule || !('cssRules' in rule)) return forced(rule.cssText)
      const head = rule.cssText.slice(0, rule.cssText.indexOf('{'))
      return `${head}{${rulesOf(rule.cssRules as CSSRuleList)}}`
    })
    .join('\n')
}
function addRules() {
  if (document.getElementById('looks')) return
  const style = document.createElement('style')
  style.id = 'looks'
  style.textContent = [...document.styleSheets].map((sheet) => rulesOf(sheet.cssRules)).join('\n')
  document.head.append(style)
}

const reached = 'a[href], button, input, textarea, select, summary, [tabindex], [contenteditable=true]'
/** Everything inside is hovered, focused or pressed; nothing undoes it. */
export function dress(within: Element, look: As | undefined) {
  if (look) addRules()
  for (const one of within.querySelectorAll('*')) {
    const is =
      look === 'hover' || look === 'pressed'
        ? look === 'pressed'
          ? 'hover pressed'
          : 'hover'
        : look && (one.matches(reached) ? 'focus within' : one.querySelector(reached) ? 'within' : '')
    if (is) one.setAttribute('data-as', is)
    else one.removeAttribute('data-as')
  }
}

const fillers: Record<Words, (text: string) => string> = {
  long: (text) => `${text} ${text.slice(0, Math.ceil(text.length * 0.4)).trim()}`,
  th: (text) => 'ชื่อวิชาที่กำลังเปิดเรียนอยู่ ผู้เรียนทุกคนต้องส่งงานครั้งนี้ก่อนเที่ยงคืน '.repeat(9).slice(0, text.length).trim(),
  'zh-CN': (text) => '海洋生物学实验报告须在星期五之前提交，每位同学都要完成'.repeat(9).slice(0, Math.ceil(text.length * 0.6)),
}
const before = new WeakMap<Text, string>()
/** Other words in the place of those that are shown; without `of` its own again. */
export function speak(within: Element, of: Words | undefined) {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    const parent = node.parentElement
    if (!parent || parent.closest('svg, math, code, pre, output, option, [contenteditable], .cm-editor')) continue
    const own = before.get(node) ?? node.data
    if (!/\p{L}{2}/u.test(own)) continue
    before.set(node, own)
    node.data = of ? fillers[of](own) : own
  }
}

/** What is cut or spills over: elements whose text does not fit and that neither scroll nor say so by … */
export function cut(within: Element): string[] {
  const said = (one: Element) => `${one.tagName.toLowerCase()} “${one.textContent?.slice(0, 40)}”`
  return [...within.querySelectorAll<HTMLElement>('*')].flatMap((one) => {
    const style = getComputedStyle(one)
    const text = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    if (!text || style.display === 'inline' || style.clipPath !== 'none' || style.visibility === 'hidden') return []
    const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll'
    if (style.webkitLineClamp !== 'none') return []
    const wide = one.scrollWidth > one.clientWidth + 1 && style.textOverflow !== 'ellipsis'
    const high = hides && one.scrollHeight > one.clientHeight + 2
    return one.clientWidth > 0 && (wide || high) ? [`${said(one)} is cut by ${wide ? 'its width' : 'its height'}`] : []
  })
}

/** What can be focused and does not show it, in the look `focus`. */
export function unseen(within: Element): string[] {
  return [...within.querySelectorAll<HTMLElement>('[data-as~=focus]')].flatMap((one) => {
    const { outlineStyle, outlineWidth, boxShadow, opacity } = getComputedStyle(one)
    // a field in a frame, a code over its boxes
    const frame = [one.parentElement?.closest('.field-edge'), ...(one.parentElement?.querySelectorAll('[aria-hidden]') ?? [])]
    const ring = (of: string) => of !== 'none' && of.includes('3px')
    const shows = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && opacity !== '0') || ring(boxShadow)
    if (shows || one.tabIndex < 0 || one.getClientRects().length === 0) return []
    if (frame.some((around) => around && ring(getComputedStyle(around).boxShadow))) return []
    return [`${one.tagName.toLowerCase()} “${one.getAttribute('aria-label') ?? one.textContent?.slice(0, 30)}” does not show its focus`]
  })
}

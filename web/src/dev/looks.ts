// Looks and wordings of the gallery: exhibits as hovered, focused or pressed, and with longer, Thai or Chinese texts.
// `#button?as=hover&words=long`; the components need no support for it.
export const looks = ['hover', 'focus', 'pressed'] as const
export const wordings = ['long', 'th', 'zh-CN'] as const
export type Look = (typeof looks)[number]
export type Wording = (typeof wordings)[number]

const pseudo = { ':focus-visible': 'focus', ':focus-within': 'within', ':focus': 'focus', ':hover': 'hover', ':active': 'pressed' }
const pseudoClasses = /:(?:focus-visible|focus-within|focus|hover|active)(?![-\w])/g
const withAttributes = (text: string) => text.replace(pseudoClasses, (match) => `[data-as~="${pseudo[match as keyof typeof pseudo]}"]`)

/** A copy of every rule with a pseudo-class, for elements that have the corresponding data-as attribute. */
function rulesOf(rules: CSSRuleList): string {
  return [...rules]
    .map((rule) => {
      if (rule.cssText.search(pseudoClasses) < 0) return ''
      if (rule instanceof CSSStyleRule || !('cssRules' in rule)) return withAttributes(rule.cssText)
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

const focusable = 'a[href], button, input, textarea, select, summary, [tabindex], [contenteditable=true]'
/** Sets all elements inside as hovered, focused or pressed; undefined clears the look. */
export function applyLook(within: Element, look: Look | undefined) {
  if (look) addRules()
  for (const element of within.querySelectorAll('*')) {
    const states =
      look === 'hover' || look === 'pressed'
        ? look === 'pressed'
          ? 'hover pressed'
          : 'hover'
        : look && (element.matches(focusable) ? 'focus within' : element.querySelector(focusable) ? 'within' : '')
    if (states) element.setAttribute('data-as', states)
    else element.removeAttribute('data-as')
  }
}

const fillers: Record<Wording, (text: string) => string> = {
  long: (text) => `${text} ${text.slice(0, Math.ceil(text.length * 0.4)).trim()}`,
  th: (text) => 'ชื่อวิชาที่กำลังเปิดเรียนอยู่ ผู้เรียนทุกคนต้องส่งงานครั้งนี้ก่อนเที่ยงคืน '.repeat(9).slice(0, text.length).trim(),
  'zh-CN': (text) => '海洋生物学实验报告须在星期五之前提交，每位同学都要完成'.repeat(9).slice(0, Math.ceil(text.length * 0.6)),
}
const originals = new WeakMap<Text, string>()
/** Replaces all texts by those of a wording; undefined restores the originals. */
export function replaceText(within: Element, wording: Wording | undefined) {
  const texts = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    const parent = node.parentElement
    if (!parent || parent.closest('svg, math, code, pre, output, option, [contenteditable], .cm-editor')) continue
    const original = originals.get(node) ?? node.data
    if (!/\p{L}{2}/u.test(original)) continue
    originals.set(node, original)
    node.data = wording ? fillers[wording](original) : original
  }
}

/** Descriptions of the elements whose text is clipped or overflows without scrolling or an ellipsis. */
export function clippedText(within: Element): string[] {
  const describe = (element: Element) => `${element.tagName.toLowerCase()} “${element.textContent?.slice(0, 40)}”`
  return [...within.querySelectorAll<HTMLElement>('*')].flatMap((element) => {
    const style = getComputedStyle(element)
    const text = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim())
    // the content of closed details has a layout of before
    if (!text || style.display === 'inline' || style.clipPath !== 'none' || !element.checkVisibility({ visibilityProperty: true }))
      return []
    const hides = style.overflowX !== 'visible' && style.overflowX !== 'auto' && style.overflowX !== 'scroll'
    if (style.webkitLineClamp !== 'none') return []
    const wide = element.scrollWidth > element.clientWidth + 1 && style.textOverflow !== 'ellipsis'
    const high = hides && element.scrollHeight > element.clientHeight + 2
    return element.clientWidth > 0 && (wide || high) ? [`${describe(element)} is cut by ${wide ? 'its width' : 'its height'}`] : []
  })
}

/** Descriptions of the focusable elements that do not show their focus in the look `focus`. */
export function hiddenFocus(within: Element): string[] {
  return [...within.querySelectorAll<HTMLElement>('[data-as~=focus]')].flatMap((element) => {
    const { outlineStyle, outlineWidth, boxShadow, opacity } = getComputedStyle(element)
    // the frame around a field, the boxes below a code field
    const frame = [element.parentElement?.closest('.field-edge'), ...(element.parentElement?.querySelectorAll('[aria-hidden]') ?? [])]
    const ring = (of: string) => of !== 'none' && of.includes('3px')
    const shows = (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && opacity !== '0') || ring(boxShadow)
    if (shows || element.tabIndex < 0 || element.getClientRects().length === 0) return []
    if (frame.some((ancestor) => ancestor && ring(getComputedStyle(ancestor).boxShadow))) return []
    return [
      `${element.tagName.toLowerCase()} “${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30)}” does not show its focus`,
    ]
  })
}

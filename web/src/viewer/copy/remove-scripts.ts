// Takes out of a PDF what would act by itself: its pages come from a file that somebody else made.
import { PDFArray, PDFDict, type PDFDocument, PDFHexString, PDFName, type PDFObject, PDFStream, PDFString } from '@cantoo/pdf-lib'

/** Always an action's or a script's. */
const acting = ['AA', 'OpenAction', 'JS', 'JavaScript', 'XFA'].map((name) => PDFName.of(name))
/** Keys that hold an action, beside other values of these names. */
const places = ['A', 'PA', 'Next'].map((name) => PDFName.of(name))
const [kind, uri] = [PDFName.of('S'), PDFName.of('URI')]
const address = /^(https?|mailto):/i

/** Scripts, programs, forms that are sent, and links to anything but pages and mail are gone afterwards; links within the document stay. */
export function removeScripts({ context }: PDFDocument): void {
  const waiting: PDFObject[] = context.enumerateIndirectObjects().map(([, object]) => object)
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    const dict = object instanceof PDFStream ? object.dict : object
    if (dict instanceof PDFArray) waiting.push(...dict.asArray())
    if (!(dict instanceof PDFDict)) continue
    for (const key of acting) dict.delete(key)
    for (const key of places) {
      const there = dict.lookup(key)
      const actions = there instanceof PDFArray ? there.asArray().map((one) => context.lookup(one)) : [there]
      if (actions.some((action) => action instanceof PDFDict && !isHarmless(action))) dict.delete(key)
    }
    // what it refers to is among the indirect ones
    waiting.push(...dict.values())
  }
}

/** A dictionary without a kind of action is none. */
function isHarmless(action: PDFDict): boolean {
  const name = action.lookup(kind)
  if (!(name instanceof PDFName)) return true
  if (name.decodeText() !== 'URI') return name.decodeText() === 'GoTo'
  const to = action.lookup(uri)
  return (to instanceof PDFString || to instanceof PDFHexString) && address.test(to.decodeText().trim())
}

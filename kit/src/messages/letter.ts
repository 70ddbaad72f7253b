// A mail as plain text and as simple HTML: greeting, text, a code or a link, a note, and who sends it.
import { PermanentFailure } from '../jobs/jobs.ts'
import { joinWithCjkSpacing } from '../text/cjk-spacing.ts'
import { inIsolation } from '../text/direction.ts'
import type { Mail } from './mail.ts'

/** A text with its `{{values}}`; the spacing of a Chinese one follows them. */
export const fill = (locale: string, text: string, values: Record<string, string | number>): string =>
  joinWithCjkSpacing(
    locale,
    text.split(/(\{\{\w+\}\})/).map((piece) => String(inIsolation(values[/^\{\{(\w+)\}\}$/.exec(piece)?.[1] ?? ''] ?? piece))),
  )

/** A name in one line: with a line break it would be a header or a line of its own. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the characters to remove
export const flat = (text: string): string => text.replace(/[\u0000-\u001f\u007f\u2028\u2029]+/g, ' ').trim()

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

export type Letter = {
  locale: string
  to: string
  subject: string
  hello: string
  text: string
  note: string
  sender: string
  /** Stands alone and large. */
  code?: string | undefined
  /** Under the button's word. */
  link?: string | undefined
  button?: string | undefined
}

export function letter({ locale, to, subject, hello, text, note, sender, code, link, button }: Letter): Mail {
  const action = code ?? link
  return {
    to,
    subject,
    text: [hello, text, ...(action ? [action] : []), note, sender].join('\n\n'),
    html: [
      `<!doctype html><html lang="${locale}"><body style="margin:0;padding:24px;background:#f5f6f6;color:#15191a;font:16px/1.5 system-ui,sans-serif">`,
      '<div style="max-width:520px;margin:auto;padding:24px;background:#fff;border:1px solid #dfe3e3;border-radius:8px">',
      `<p>${escaped(hello)}</p><p>${escaped(text)}</p>`,
      code ? `<p style="font:600 28px/1.4 ui-monospace,monospace;letter-spacing:.2em">${escaped(code)}</p>` : '',
      link
        ? `<p><a href="${escaped(link)}" style="display:inline-block;padding:10px 16px;background:#0b5d63;color:#fff;border-radius:6px;text-decoration:none">${escaped(button ?? link)}</a></p><p style="font-size:13px;color:#5a6566;word-break:break-all">${escaped(link)}</p>`
        : '',
      `<p style="font-size:13px;color:#5a6566">${escaped(note)}</p><p style="font-size:13px;color:#5a6566">${escaped(sender)}</p></div></body></html>`,
    ].join(''),
    headers: { 'auto-submitted': 'auto-generated' },
  }
}

/** Waits for the sending, in a job. A refusal for good is not tried again. */
export async function deliver(send: Promise<void>): Promise<void> {
  try {
    await send
  } catch (error) {
    // neither the address nor the text may reach the log by way of the error
    const { permanent, responseCode } = error as { permanent?: boolean; responseCode?: number }
    const message = `it could not be sent${responseCode ? `: ${responseCode}` : ''}`
    throw permanent ? new PermanentFailure(message) : new Error(message)
  }
}

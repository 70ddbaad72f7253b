// Short messages by a gateway of the operator's choice that accepts an HTTP POST; without one (development, a laptop) they are written to the
// console. Always sent from a job, never in a call.

export type Sms = { to: string; text: string }
export type SmsSender = {
  /** False: no phone is reached, the console shows the messages. */
  real: boolean
  /** Resolves when the gateway has accepted the message; otherwise throws an error whose `permanent` is true for a lasting refusal. */
  send(sms: Sms): Promise<void>
}

export type SmsGateway = {
  /** https; plain http only to this machine. */
  url?: string
  /** Sent as `Authorization`, whole: `Bearer …`, `Basic …`. */
  authorization?: string
  /** The gateway's JSON, with {to} and {text} inside its strings. */
  body?: string
  timeout?: number
  write?: (text: string) => void
}

const defaultBody = '{"to":"{to}","text":"{text}"}'
/** An international phone number: + and 7 to 15 digits. */
export const phoneNumber = /^\+[1-9]\d{6,14}$/

/** The address is the operator's alone: nothing of a message becomes part of it and no redirect is followed, so no message can redirect it. */
export function openSms({
  url,
  authorization,
  body = defaultBody,
  timeout = 10_000,
  write = (text) => process.stdout.write(text),
}: SmsGateway): SmsSender {
  if (!url) return { real: false, send: async ({ to, text }) => write(`\n--- sms to ${to}\n${text}\n---\n`) }
  const address = parseAddress(url)
  const template = parseTemplate(body)
  return {
    real: true,
    async send({ to, text }) {
      if (!phoneNumber.test(to)) throw Object.assign(new Error('not a phone number'), { permanent: true })
      const answer = await fetch(address, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(timeout),
        headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
        body: JSON.stringify(filled(template, { to, text })),
      })
      await answer.body?.cancel() // the answer is not read: it may repeat the message
      const { status } = answer
      if (!answer.ok)
        throw Object.assign(new Error(`the gateway answered ${status}`), {
          permanent: status >= 400 && status < 500 && status !== 408 && status !== 429 && status !== 401 && status !== 403,
        })
    },
  }
}

function parseAddress(url: string): URL {
  const address = URL.parse(url)
  const isLocal = address && ['localhost', '127.0.0.1', '[::1]'].includes(address.hostname)
  if (!address || (address.protocol !== 'https:' && !(address.protocol === 'http:' && isLocal)) || address.username !== '')
    throw new Error('SMS_GATEWAY_URL must be an https address without a name or password in it (http only to this machine)')
  return address
}

function parseTemplate(body: string): unknown {
  let template: unknown
  try {
    template = JSON.parse(body)
  } catch {
    throw new Error('SMS_GATEWAY_BODY must be JSON')
  }
  if (!body.includes('{to}') || !body.includes('{text}')) throw new Error('SMS_GATEWAY_BODY must hold {to} and {text}')
  return template
}

/** Fills the template after its JSON is parsed, so that no text can end its string. */
function filled(value: unknown, sms: Sms): unknown {
  if (typeof value === 'string') return value.replace(/\{(to|text)\}/g, (_, name: 'to' | 'text') => sms[name])
  if (Array.isArray(value)) return value.map((one) => filled(one, sms))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, sms)]))
  return value
}

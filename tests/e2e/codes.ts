// The codes that a product sends: it writes mails and messages to its log while no server for them is set.
import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'

/** The code in the last message to this address or number, once it is there. */
export async function codeTo(log: string, to: string): Promise<string> {
  let code = ''
  await expect
    .poll(async () => {
      const mail = (await readFile(log, 'utf8')).split(`to ${to}\n`).slice(1).at(-1)
      code = /\b[2-9A-HJKMNP-Z]{6}\b/.exec(mail ?? '')?.[0] ?? ''
      return code
    })
    .toMatch(/^.{6}$/)
  return code
}

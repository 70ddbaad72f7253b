// Rules of auth codes: their form, lifetime and purposes.
import { randomInt } from 'node:crypto'
import { invalid } from '@lyceum/kit/calls/errors'
import { phoneNumber } from '@lyceum/kit/messages/sms'
import { userNumberKey } from '@lyceum/kit/text/user-number'
import { codeAlphabet } from '../code-alphabet.ts'
import { codeLength, type UniqueIdType } from './api.ts'

/** Seconds. */
export const lifetime = 600
export const resendAfter = 60
export const maxTries = 5
export const maxPerHour = 10

export const newCode = (): string => Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
/** As people type it. */
export const asCode = (typed: string): string => typed.toUpperCase()

export type Purpose = 'bind_mobile' | 'bind_email' | 'validate' | 'reset_password'

/** With a session: proof of a new number or address, or of the person. Without one: a new password alone. */
export function purposeOf(type: UniqueIdType, signedIn: boolean): Purpose {
  const purpose = signedIn
    ? ({ mobile_phone: 'bind_mobile', email: 'bind_email', user: 'validate', user_no: undefined } as const)[type]
    : type === 'user'
      ? undefined
      : 'reset_password'
  if (!purpose) throw invalid({ unique_id_type: 'field.choice' })
  return purpose
}

/** The canonical form, under which limits and look-ups find it. 400 for malformed ones. */
export function normalised(type: UniqueIdType, id: string, field = 'unique_id'): string {
  const text = id.trim()
  if (text === '') throw invalid({ [field]: 'field.required' })
  if (type === 'mobile_phone') return asPhone(text, field)
  if (type === 'email') return asEmail(text, field)
  if (type === 'user_no') return userNumberKey(text)
  return text
}

export function asPhone(text: string, field: string): string {
  const number = text.replace(/[\s().-]/g, '').replace(/^00/, '+')
  if (!phoneNumber.test(number)) throw invalid({ [field]: 'field.phone' })
  return number
}

export function asEmail(text: string, field: string): string {
  const email = text.trim().toLowerCase()
  if (email.length > 254 || !/^[^\s@"<>(),;:\\[\]]{1,64}@[\p{L}\p{N}-]+(\.[\p{L}\p{N}-]+)+$/u.test(email))
    throw invalid({ [field]: 'field.email' })
  return email
}

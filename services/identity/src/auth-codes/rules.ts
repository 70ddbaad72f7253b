// What a code is, how long it holds and what it may be asked for.
import { randomInt } from 'node:crypto'
import { invalid } from '@lyceum/kit/errors'
import { phoneNumber } from '@lyceum/kit/sms'
import { codeLength, type UniqueIdType } from './api.ts'

/** Without what is easily taken for something else: 0 O 1 I L. */
export const codeAlphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** Seconds. */
export const lifetime = 600
export const resendAfter = 60
export const mostTries = 5
export const mostAnHour = 10

export const newCode = (): string => Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('')
/** As people type it. */
export const asCode = (typed: string): string => typed.toUpperCase()

export type Purpose = 'bind_mobile' | 'bind_email' | 'validate' | 'reset_password'

/** Somebody signed in proves a new number or address, or that it is really them; somebody who is not can only want a new password. */
export function purposeOf(type: UniqueIdType, signedIn: boolean): Purpose {
  const purpose = signedIn
    ? ({ mobile_phone: 'bind_mobile', email: 'bind_email', user: 'validate', user_no: undefined } as const)[type]
    : type === 'user'
      ? undefined
      : 'reset_password'
  if (!purpose) throw invalid({ unique_id_type: 'field.choice' })
  return purpose
}

/** The one way to write it, so that limits and look-ups meet. 400 when it cannot be one. */
export function normalised(type: UniqueIdType, id: string, field = 'unique_id'): string {
  const text = id.trim()
  if (text === '') throw invalid({ [field]: 'field.required' })
  if (type === 'mobile_phone') return asPhone(text, field)
  if (type === 'email') return asEmail(text, field)
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

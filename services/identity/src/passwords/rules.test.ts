// Tests of the rules of passwords.
import type { Problem } from '@lyceum/kit/calls/errors'
import { expect, test } from 'vitest'
import { checkPassword, type Owner } from './rules.ts'

const owner: Owner = { name: 'Budi Santoso', user_no: '2024100317', email: 'budi.s@school.test', mobile_phone: '+6281234567890' }
const verdict = (password: string) => {
  try {
    checkPassword(password, owner)
    return 'good'
  } catch (error) {
    return (error as Problem).fields.new_password?.[0]?.code
  }
}

test('long ones that nobody would try are taken, in any script', () => {
  for (const one of [
    'correct horse battery',
    'tide-7f3a-Mangrove',
    '潮汐与红树林的故事真有意思',
    'ทะเลสวยงามมาก9',
    'xk2!pQ9vLm',
    'quiet harbour 12',
  ])
    expect(verdict(one), one).toBe('good')
})

test('short ones are refused, counted in characters', () => {
  for (const one of ['', 'short', '123456789', '潮汐与红树林的故事', '🐟🐟🐟🐟🐟']) expect(verdict(one), one).toBe('password.tooShort')
})

test('the own name, number, address or phone is refused, with a few signs around it too', () => {
  for (const one of [
    'BudiSantoso',
    'budi santoso',
    '2024100317',
    '2024100317!',
    'budi.s@school.test',
    '+6281234567890',
    'osotnaSiduB12',
    'Budi-Santoso-99',
  ])
    expect(verdict(one), one).toBe('password.personal')
  expect(verdict('Budi sails beyond the reef')).toBe('good')
})

test('the passwords that everybody tries first are refused', () => {
  for (const one of [
    'password123',
    'P@ssw0rd2024',
    'qwertyuiop',
    'Qwerty123456',
    '1234567890',
    '12345678901234',
    '0987654321',
    'aaaaaaaaaaaa',
    'abcabcabcabc',
    '1q2w3e4r5t',
    '1qaz2wsx3edc',
    'iloveyou!!!!!',
    'letmein12345',
    'passwordpassword',
    'abcdefghijk',
    'admin1234567',
  ])
    expect(verdict(one), one).toBe('password.common')
})

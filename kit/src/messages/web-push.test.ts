// The encryption of push messages, by the example of RFC 8291.
import { createECDH } from 'node:crypto'
import { expect, test } from 'vitest'
import { encrypt, isDeviceKey, newPushKey, pushKey } from './web-push.ts'

const browser = {
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
}

test('the example of the standard', () => {
  const own = createECDH('prime256v1')
  own.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'))
  const sealed = encrypt('When I grow up, I want to be a watermelon', browser, own, Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url'))
  expect(sealed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('keys: of an installation 32 bytes, of a browser a point of the curve and 16 bytes', () => {
  expect(pushKey(newPushKey())?.public).toHaveLength(87)
  expect(pushKey(undefined)).toBeUndefined()
  for (const text of ['', 'x', 'A'.repeat(43)]) expect(() => pushKey(text), text).toThrow('PUSH_KEY')
  expect(isDeviceKey(browser)).toBe(true)
  for (const broken of [{ auth: 'AAAA' }, { p256dh: 'AAAA' }, { p256dh: Buffer.alloc(65, 4).toString('base64url') }])
    expect(isDeviceKey({ ...browser, ...broken })).toBe(false)
})

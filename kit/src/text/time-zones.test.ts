import { expect, test } from 'vitest'
import { isTimeZone } from './time-zones.ts'

test('names of zones; no offset, no other text', () => {
  for (const name of ['UTC', 'Asia/Kuala_Lumpur', 'America/Argentina/Ushuaia', 'Etc/GMT+7']) expect(isTimeZone(name), name).toBe(true)
  for (const name of ['', '+08:00', 'GMT+8', 'asia/bangkok', 'Asia/Nowhere', 'Asia/Bangkok ', '../UTC', 'Asia/Bangkok/'])
    expect(isTimeZone(name), name).toBe(false)
})

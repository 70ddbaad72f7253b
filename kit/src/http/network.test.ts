// Networks of addresses, as limits count them.
import { expect, test } from 'vitest'
import { networkKey, networkOf } from './network.ts'

test('the addresses of one /64 count as one, in every spelling', () => {
  for (const address of ['2001:db8:1:2::1', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2:0:0:192.0.2.1', '2001:db8:1:2::%eth0'])
    expect(networkOf(address)).toBe('2001:db8:1:2::/64')
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3::/64')
  expect([networkOf('::1'), networkOf('::'), networkOf('1::')]).toEqual(['0:0:0:0::/64', '0:0:0:0::/64', '1:0:0:0::/64'])
  expect(networkKey('2001:db8:1:2::1')).toBe(networkKey('2001:db8:1:2::2'))
  expect(networkKey('192.0.2.1')).not.toBe(networkKey('192.0.2.2'))
})

test('an IPv4 address counts as itself, also where IPv6 carries it', () => {
  for (const address of ['192.0.2.33', '::ffff:192.0.2.33', '::ffff:c000:221', '0:0:0:0:0:ffff:192.0.2.33'])
    expect(networkOf(address)).toBe('192.0.2.33')
})

test('a text that is no address stays as it is', () => {
  for (const text of ['', 'unknown', '192.0.2.1:443', ':::']) expect(networkOf(text)).toBe(text)
})

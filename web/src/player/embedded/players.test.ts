// Tests of the messages of other sites' players.
import { describe, expect, test } from 'vitest'
import { messageOf, type Provider, reportingPlayer } from './players.ts'

const read = (provider: Provider, data: unknown) => reportingPlayer(provider)!.read(messageOf(data)!)

describe('YouTube', () => {
  test('tells position, length, rate and whether it plays, in parts', () => {
    expect(read('youtube', '{"event":"onReady"}')).toEqual({ ready: true })
    const info = { currentTime: 12.5, duration: 212.1, playerState: 1, playbackRate: 1.5 }
    expect(read('youtube', JSON.stringify({ event: 'infoDelivery', info }))).toEqual({
      position: 12.5,
      duration: 212.1,
      playing: true,
      rate: 1.5,
    })
    expect(read('youtube', JSON.stringify({ event: 'infoDelivery', info: { playerState: 2 } }))).toEqual({ playing: false })
    expect(read('youtube', JSON.stringify({ event: 'initialDelivery', info: { duration: 0 } }))).toEqual({ ready: true })
    expect(read('youtube', '{"event":"onError","info":150}')).toEqual({ failed: true })
    expect(read('youtube', '{"event":"apiInfoDelivery"}')).toBeUndefined()
  })
  test('begins where somebody left off', () => {
    const address = reportingPlayer('youtube')!.address('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0', {
      from: 61.9,
      page: 'https://learn.aldermoor.edu',
    })
    expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
      rel: '0',
      enablejsapi: '1',
      origin: 'https://learn.aldermoor.edu',
      start: '61',
    })
  })
})

test('Vimeo tells by objects or text', () => {
  expect(read('vimeo', { event: 'ready' })).toEqual({ ready: true })
  expect(read('vimeo', { method: 'getDuration', value: 62 })).toEqual({ ready: true, duration: 62 })
  expect(read('vimeo', { event: 'timeupdate', data: { seconds: 3.2, duration: 62, percent: 0.05 } })).toEqual({
    position: 3.2,
    duration: 62,
    playing: true,
  })
  expect(read('vimeo', '{"event":"pause","data":{"seconds":4}}')).toEqual({ position: 4, playing: false })
  expect(read('vimeo', { event: 'playbackratechange', data: { playbackRate: 2 } })).toEqual({ rate: 2 })
})

test('a file tells by the page of ours', () => {
  expect(read('file', { event: 'loadedmetadata', time: 0, duration: 30, rate: 1, playing: false })).toEqual({
    position: 0,
    duration: 30,
    rate: 1,
    playing: false,
  })
  expect(read('file', { event: 'timeupdate', time: 1, duration: Number.POSITIVE_INFINITY, rate: 1, playing: true })).toEqual({
    position: 1,
    playing: true,
    rate: 1,
  })
})

test('of others nothing is heard, and of what is no message', () => {
  expect(reportingPlayer('bilibili')).toBeUndefined()
  expect([messageOf('no object'), messageOf('5'), messageOf(null), messageOf(7)]).toEqual(Array(4).fill(undefined))
})

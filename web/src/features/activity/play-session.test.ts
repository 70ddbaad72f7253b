import { describe, expect, test } from 'vitest'
import { type Beat, createPlaySession } from './play-session.ts'

/** A server that merges nothing but writes down beats; `refuse` says what the next beats meet. */
function session(refuse: ('lost' | 'tooFast' | 'ended')[] = []) {
  const beats: Beat[] = []
  const left: Beat[] = []
  let clock = 0
  const one = createPlaySession(
    {
      beat: async (beat) => {
        beats.push(beat)
        const met = refuse.shift()
        if (met) throw new Error(met)
        return { watched: beat.intervals, percent: 50, completed: true, completed_at: null, watched_seconds: 1 }
      },
      leave: (beat) => void left.push(beat),
      now: () => clock,
      passing: (error) => (error as Error).message === 'lost',
      refusal: (error) => (error as Error).message,
      over: (error) => (error as Error).message === 'ended',
    },
    { watched: [[0, 5]], percent: 10, completed: false },
  )
  const play = (from: number, to: number, rate = 1) => {
    for (let position = from; position <= to; position += 0.25 * rate) {
      one.played(position, rate)
      clock += 250
    }
  }
  return { one, beats, left, play }
}

describe('a play session', () => {
  test('shows what the server has together with what it does not have yet', () => {
    const { one, play } = session()
    play(10, 12)
    expect(one.snapshot()).toMatchObject({
      watched: [
        [0, 5],
        [10, 12],
      ],
      saved: 'nothing',
      percent: 10,
    })
  })
  test('says saved and completed only after the answer', async () => {
    const { one, play } = session()
    play(5, 8)
    const going = one.flush()
    expect(one.snapshot()).toMatchObject({ saved: 'saving', completed: false })
    await going
    expect(one.snapshot()).toMatchObject({ saved: 'saved', completed: true, percent: 50 })
    expect(one.settled()).toBe(true)
  })
  test('reports each second once', async () => {
    const { one, beats, play } = session()
    play(0, 15)
    await one.flush()
    play(15.25, 20)
    one.stopped(20)
    await one.flush()
    expect(beats.map(({ seq, intervals, position }) => ({ seq, intervals, position }))).toEqual([
      { seq: 1, intervals: [[0, 15]], position: 15 },
      { seq: 2, intervals: [[15, 20]], position: 20 },
    ])
  })
  test('sends the same beat again when the line was lost, then what came after', async () => {
    const { one, beats, play } = session(['lost'])
    play(0, 5)
    await one.flush()
    expect(one.snapshot().saved).toBe('kept')
    play(5.25, 8)
    await one.flush()
    await one.flush()
    expect(beats.map((beat) => [beat.seq, beat.intervals])).toEqual([
      [1, [[0, 5]]],
      [1, [[0, 5]]],
      [2, [[5, 8]]],
    ])
  })
  test('reports what a sleeping tab or a lost line has left waiting in beats of at most 25 s', async () => {
    const { one, beats, play } = session(['lost'])
    play(0, 10)
    await one.flush()
    play(10.25, 80)
    await one.flush()
    expect(beats.map(({ seq, intervals }) => [seq, ...intervals.flat()])).toEqual([
      [1, 0, 10],
      [1, 0, 10],
      [2, 10, 35],
      [3, 35, 60],
      [4, 60, 80],
    ])
    expect(one.settled()).toBe(true)
  })
  test('reports each beat at the rate it was played at', async () => {
    const { one, beats, play } = session()
    play(0, 10)
    one.stopped(10)
    play(10, 20, 2)
    await one.flush()
    expect(beats.map(({ intervals, rate }) => [rate, ...intervals.flat()])).toEqual([
      [1, 0, 10],
      [2, 10, 20],
    ])
  })
  test('sends nothing more after the right to it has ended', async () => {
    const { one, beats, left, play } = session(['ended'])
    play(0, 5)
    await one.flush()
    expect(one.snapshot()).toMatchObject({ saved: 'refused', refusal: 'ended' })
    play(5, 10)
    await one.flush()
    one.leave()
    expect([beats.length, left.length]).toEqual([1, 0])
  })
  test('drops what the server refuses, and says so', async () => {
    const { one, play } = session(['tooFast'])
    play(5, 8)
    await one.flush()
    expect(one.snapshot()).toMatchObject({ saved: 'refused', refusal: 'tooFast', watched: [[0, 5]] })
  })
  test('leaves with what is not acknowledged', () => {
    const { one, left, play } = session()
    play(0, 3)
    one.leave()
    expect(left.map((beat) => beat.intervals)).toEqual([[[0, 3]]])
    one.leave()
    expect(left).toHaveLength(2)
  })
  test('sends nothing when nothing was watched', async () => {
    const { one, beats } = session()
    await one.flush()
    one.leave()
    expect(beats).toEqual([])
  })
})

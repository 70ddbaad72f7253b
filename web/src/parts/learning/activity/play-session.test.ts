// Tests of the play session: each watched second is reported once, in order, over a connection that fails.
import { describe, expect, test } from 'vitest'
import { type Beat, beatEvery, createPlaySession } from './play-session.ts'

/** A session over a server that records beats and merges nothing; `refuse` lists the outcomes of the next beats. */
function setUp(refuse: ('lost' | 'tooFast' | 'ended')[] = []) {
  const beats: Beat[] = []
  const left: Beat[] = []
  let clock = 0
  const playSession = createPlaySession(
    {
      beat: async (beat) => {
        beats.push(beat)
        const outcome = refuse.shift()
        if (outcome) throw new Error(outcome)
        return { watched: beat.intervals, percent: 50, completed: true, completed_at: null, watched_seconds: 1 }
      },
      leave: (beat) => void left.push(beat),
      now: () => clock,
      isTransient: (error) => (error as Error).message === 'lost',
      refusalCode: (error) => (error as Error).message,
      isFinal: (error) => (error as Error).message === 'ended',
    },
    { watched: [[0, 5]], percent: 10, completed: false },
  )
  const play = (from: number, to: number, rate = 1) => {
    for (let position = from; position <= to; position += 0.25 * rate) {
      playSession.advance(position, rate)
      clock += 250
    }
  }
  return { playSession, beats, left, play }
}

describe('a play session', () => {
  test('shows what the server has together with what it does not have yet', () => {
    const { playSession, play } = setUp()
    play(10, 12)
    expect(playSession.snapshot()).toMatchObject({
      watched: [
        [0, 5],
        [10, 12],
      ],
      saveStatus: 'idle',
      percent: 10,
    })
  })
  test('says saved and completed only after the answer', async () => {
    const { playSession, play } = setUp()
    play(5, 8)
    const flushing = playSession.flush()
    expect(playSession.snapshot()).toMatchObject({ saveStatus: 'saving', completed: false })
    await flushing
    expect(playSession.snapshot()).toMatchObject({ saveStatus: 'saved', completed: true, percent: 50 })
    expect(playSession.isSettled()).toBe(true)
  })
  test('reports each second once', async () => {
    const { playSession, beats, play } = setUp()
    play(0, 15)
    await playSession.flush()
    play(15.25, 20)
    playSession.pause(20)
    await playSession.flush()
    expect(beats.map(({ seq, intervals, position }) => ({ seq, intervals, position }))).toEqual([
      { seq: 1, intervals: [[0, 15]], position: 15 },
      { seq: 2, intervals: [[15, 20]], position: 20 },
    ])
  })
  test('sends the same beat again when the line was lost, then what came after', async () => {
    const { playSession, beats, play } = setUp(['lost'])
    play(0, 5)
    await playSession.flush()
    expect(playSession.snapshot().saveStatus).toBe('queued')
    play(5.25, 8)
    await playSession.flush()
    await playSession.flush()
    expect(beats.map((beat) => [beat.seq, beat.intervals])).toEqual([
      [1, [[0, 5]]],
      [1, [[0, 5]]],
      [2, [[5, 8]]],
    ])
  })
  test('reports what a sleeping tab or a lost line has left waiting in beats of at most 25 s', async () => {
    const { playSession, beats, play } = setUp(['lost'])
    play(0, 10)
    await playSession.flush()
    play(10.25, 80)
    await playSession.flush()
    expect(beats.map(({ seq, intervals }) => [seq, ...intervals.flat()])).toEqual([
      [1, 0, 10],
      [1, 0, 10],
      [2, 10, 35],
      [3, 35, 60],
      [4, 60, 80],
    ])
    expect(playSession.isSettled()).toBe(true)
  })
  test('reports each beat at the rate it was played at', async () => {
    const { playSession, beats, play } = setUp()
    play(0, 10)
    playSession.pause(10)
    play(10, 20, 2)
    await playSession.flush()
    expect(beats.map(({ intervals, rate }) => [rate, ...intervals.flat()])).toEqual([
      [1, 0, 10],
      [2, 10, 20],
    ])
  })
  test('sends nothing more after the right to it has ended', async () => {
    const { playSession, beats, left, play } = setUp(['ended'])
    play(0, 5)
    await playSession.flush()
    expect(playSession.snapshot()).toMatchObject({ saveStatus: 'refused', refusal: 'ended' })
    play(5, 10)
    await playSession.flush()
    playSession.leave()
    expect([beats.length, left.length]).toEqual([1, 0])
  })
  test('drops what the server refuses, and says so', async () => {
    const { playSession, play } = setUp(['tooFast'])
    play(5, 8)
    await playSession.flush()
    expect(playSession.snapshot()).toMatchObject({ saveStatus: 'refused', refusal: 'tooFast', watched: [[0, 5]] })
  })
  test('leaves with what is not acknowledged', () => {
    const { playSession, left, play } = setUp()
    play(0, 3)
    playSession.leave()
    expect(left.map((beat) => beat.intervals)).toEqual([[[0, 3]]])
    playSession.leave()
    expect(left).toHaveLength(2)
  })
  test('sends nothing when nothing was watched', async () => {
    const { playSession, beats } = setUp()
    await playSession.flush()
    playSession.leave()
    expect(beats).toEqual([])
  })
})

test('beats of a short film keep up with its seconds', () => {
  expect([beatEvery(15, 24), beatEvery(15, 100), beatEvery(15, 3600), beatEvery(15, null)]).toEqual([2, 5, 15, 15])
})

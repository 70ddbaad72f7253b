// Requests to Tencent Meeting and its answers, as its public documentation has them.
import { newId } from '@lyceum/kit/ids'
import { describe, expect, test } from 'vitest'
import { type Arranged, nextStep } from '../watching/plan.ts'
import { ProviderFailed } from './asking.ts'
import type { At } from './provider.ts'
import { signatureOf, tencent } from './tencent.ts'

describe('Tencent Meeting', () => {
  const account = { app_id: '200000001', sdk_id: '1', secret_id: 'AKID', operator_id: 'lecturer' }
  const now = new Date('2026-12-01T08:00:00Z')
  const meeting = { id: newId(), title: '潮汐', starts: new Date('2026-12-02T01:00:00Z'), ends: null, record: true, muted: true }
  function at(status: number, answer: unknown) {
    const sent: { url: URL; method?: string; headers?: Record<string, string>; body?: string }[] = []
    const ask: At['ask'] = (url, asking = {}) => {
      sent.push({ url, ...asking })
      return Promise.resolve({ status, text: typeof answer === 'string' ? answer : JSON.stringify(answer) })
    }
    return { sent, at: { account, secret: 'key', ask, now } satisfies At }
  }

  test('signs method, headers, address and body; a meeting is made with its address', async () => {
    const created = {
      meeting_number: 1,
      meeting_info_list: [{ subject: '潮汐', meeting_id: '123', join_url: 'https://meeting.tencent.com/dm/abc' }],
    }
    const it = at(200, created)
    expect(await tencent.made!.create(it.at, meeting)).toEqual({ ref: '123', address: 'https://meeting.tencent.com/dm/abc' })
    const [{ url, method, headers = {}, body = '' }] = it.sent as [(typeof it.sent)[number]]
    expect([url.href, method, headers['X-TC-Timestamp'], headers.AppId, headers.SdkId]).toEqual([
      'https://api.meeting.qq.com/v1/meetings',
      'POST',
      '1796112000',
      '200000001',
      '1',
    ])
    expect(JSON.parse(body)).toMatchObject({
      userid: 'lecturer',
      type: 0,
      start_time: '1796173200',
      end_time: '1796176800',
      settings: { mute_enable_join: true, auto_record_type: 'cloud' },
    })
    expect(headers['X-TC-Signature']).toBe(signatureOf('key', 'POST', headers, '/v1/meetings', body))
    const fixed = { 'X-TC-Key': 'AKID', 'X-TC-Nonce': '7', 'X-TC-Timestamp': '1572168600' }
    // by openssl: the text's HMAC as hex, as base64
    expect(signatureOf('key', 'GET', fixed, '/v1/meetings?userid=a&instanceid=1', '')).toBe(
      'NWJkOTk1ZWU1MzI4MGJmZDU3ZDM0ZDliNmZkOTE5MzY5YjkwODM2ZWNjMDY5NDYwYzk3MDIxMzZiZWI4M2M2Mg==',
    )
    expect(
      await tencent.join({ kept: 'https://meeting.tencent.com/dm/abc', at: it.at, meeting }, { alias: 'a', name: 'A', role: 'guest' }),
    ).toEqual({
      url: 'https://meeting.tencent.com/dm/abc',
    })
    expect(await tencent.join({ kept: undefined, meeting }, { alias: 'a', name: 'A', role: 'guest' })).toBeUndefined()
  })

  test.each([
    [400, { error_info: { error_code: 9008, message: 'limit' } }, 'quota', '9008'],
    [500, { error_info: { error_code: 500125, message: '每月总接口调用次数超过限制' } }, 'quota', '500125'],
    [500, { error_info: { error_code: 9003, message: 'MEETING NOT EXIST' } }, 'gone', '9003'],
    [400, { error_info: { error_code: 190301, message: 'AKID' } }, 'refused', '190301'],
    [502, '<html>', 'down', 'status 502'],
    [200, '<html>', 'refused', 'format'],
    [200, { meeting_info_list: [{ meeting_id: '1', join_url: 'https://evil.test/' }] }, 'refused', 'format'],
  ])('%i %j is a failure: %s', async (status, answer, reason, code) => {
    const failure = await tencent.made!.create(at(status, answer).at, meeting).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ProviderFailed)
    expect(failure).toMatchObject({ reason, code })
  })

  test('recordings are its pages once they are converted', async () => {
    const record_meetings = [
      { meeting_record_id: '1', meeting_id: '123', subject: '潮汐', state: 2, record_files: [{ record_file_id: 'a' }] },
      {
        meeting_record_id: '2',
        subject: '潮汐',
        state: 3,
        record_files: [{ sharing_url: 'https://meeting.tencent.com/v2/cloud-record/share?id=2' }],
      },
    ]
    const it = at(200, { total_count: 2, record_meetings })
    expect(await tencent.made!.recordings(it.at, '123')).toEqual([
      { id: '1', title: '潮汐', ready: false },
      { id: '2', title: '潮汐', ready: true, page: 'https://meeting.tencent.com/v2/cloud-record/share?id=2' },
    ])
    expect(it.sent[0]!.url.searchParams.get('meeting_id')).toBe('123')
    await tencent.made!.cancel(at(400, { error_info: { error_code: 9003 } }).at, '123')
  })

  test('the film of a recording in one file is asked for where recordings are fetched; without the right to it the page stays', async () => {
    const page = 'https://meeting.tencent.com/v2/cloud-record/share?id=2'
    const record = (...files: string[]) => ({
      meeting_record_id: '2',
      state: 3,
      record_files: files.map((record_file_id) => ({ record_file_id, sharing_url: page })),
    })
    const found = async (files: string[], address: unknown, fetches = true) => {
      const { at: known } = at(200, {})
      const ask: At['ask'] = ({ pathname }) => {
        const answer = pathname.startsWith('/v1/addresses/') ? address : { record_meetings: [record(...files)] }
        return Promise.resolve({ status: 200, text: JSON.stringify(answer) })
      }
      return (await tencent.made!.recordings({ ...known, ask, fetches }, '123'))[0]
    }
    const film = 'https://files.example.com/a.mp4?sign=1'
    expect(await found(['a'], { download_address: film })).toMatchObject({ page, films: [film] })
    for (const none of [
      await found(['a', 'b'], { download_address: film }),
      await found(['a'], { download_address: 'http://files.example.com/a.mp4' }),
      await found(['a'], { error_info: { error_code: 500, message: 'no right' } }),
      await found(['a'], { download_address: film }, false),
    ])
      expect(none).toEqual({ id: '2', title: '', ready: true, page })
  })

  test('a meeting whose address is gone is cancelled, to be made anew', () => {
    const made = { provider: 'tencent' as const, ref: '1', as: '' }
    const row = { id: meeting.id, provider: 'tencent', shown: true, deleted: false, made, starts_at: null, ends_at: null, ended_at: null }
    const step = (more: object) => nextStep({ ...row, ...more } as unknown as Arranged, now)
    expect(step({ has_address: false })).toEqual({ do: 'cancel', made })
    expect(step({ has_address: false, made: null })).toEqual({ do: 'create', provider: 'tencent' })
    expect(step({ has_address: true }).do).toBe('change')
  })
})

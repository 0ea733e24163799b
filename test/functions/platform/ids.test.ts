import { describe, expect, it, vi } from 'vitest';
import { clock } from '../../../functions/platform/clock.ts';
import { deriveId, firstIdAt, newId } from '../../../functions/platform/ids.ts';

describe('newId', () => {
  it('newId returns a UUIDv7 that starts with the time', () => {
    const timeMs = Date.UTC(2090, 0, 1);
    vi.spyOn(clock, 'now').mockReturnValue(timeMs);
    const id = newId();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(timeMs);
  });

  it('ids sort in creation order, within a millisecond and beyond its 4,096 ids', () => {
    vi.spyOn(clock, 'now').mockReturnValue(Date.UTC(2091, 0, 1));
    const ids = Array.from({ length: 10_000 }, newId);
    expect(ids.filter((id, index) => id <= (ids[index - 1] ?? ''))).toEqual([]);
  });

  it('ids keep their order when the clock moves back', () => {
    const now = vi.spyOn(clock, 'now').mockReturnValue(Date.UTC(2092, 0, 1));
    const before = newId();
    now.mockReturnValue(Date.UTC(2092, 0, 1) - 60_000);
    expect(newId() > before).toBe(true);
  });
});

describe('deriveId', () => {
  it('a derived id is the same for the same time and text only', () => {
    const timeMs = Date.UTC(2026, 10, 15);
    const ids = [deriveId(timeMs, 'a'), deriveId(timeMs, 'b'), deriveId(timeMs + 1, 'a')];
    expect(deriveId(timeMs, 'a')).toBe(ids[0]);
    expect(new Set(ids).size).toBe(3);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('derived ids of one millisecond sort by their position', () => {
    const ids = Array.from({ length: 500 }, (_, position) => deriveId(Date.UTC(2026, 10, 15), `${position}`, position));
    expect(ids.filter((id, index) => id <= (ids[index - 1] ?? ''))).toEqual([]);
  });

  it('a derived id sorts between the first id of its millisecond and that of the next', () => {
    const timeMs = Date.UTC(2026, 10, 15);
    const ids = Array.from({ length: 1_000 }, (_, n) => deriveId(timeMs, String(n)));
    expect(ids.filter((id) => id < firstIdAt(timeMs) || id >= firstIdAt(timeMs + 1))).toEqual([]);
  });
});

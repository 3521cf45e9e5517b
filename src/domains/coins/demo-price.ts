/**
 * SQL of a demo price at `atSec`: waves of several lengths around a base, some shared by the whole market, and a little noise.
 * A function of time alone, so that the balances of one domain and the prices of another meet without being joined.
 * `coin` is the coin that carries the price, `base` and `volatility` its character.
 */
export function demoPriceSql(coin: string, base: string, volatility: string): string {
  const phase = (salt: number) => `(6.2832 * (cityHash64(${coin}, ${salt}) % 1000) / 1000)`
  const wave = (days: number, size: number, shift: string) => `${size} * sin(6.2832 * atSec / ${days * 86_400} + ${shift})`
  const market = `${wave(340, 0.45, '0.8')} + ${wave(61, 0.2, '2.1')}`
  const own = `${wave(133, 0.35, phase(1))} + ${wave(29, 0.16, phase(2))} + ${wave(6.3, 0.05, phase(3))} + ${wave(0.9, 0.015, phase(4))}`
  const noise = `0.008 * ((cityHash64(${coin}, atSec) % 2001) / 1000 - 1)`
  return `(${base}) * exp((${volatility}) * (${market} + ${own} + ${noise}))`
}

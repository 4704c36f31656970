import { nowMs } from './clock.ts';
import { expect, serviceIn, test } from './fixtures.ts';
import { addTask, changeElsewhere, edit, openSignedIn, openWith, press, rowOf } from './walks.ts';

test('a page in use shows what another device changes, and then asks no more', async ({
  page,
  person,
}) => {
  await page.clock.install({ time: nowMs() });
  await openWith(page, person, [{ description: 'As it was' }]);
  await changeElsewhere(page.context(), 'Changed there');
  await page.clock.runFor(15_000);
  await expect(rowOf(page, 'Changed there')).toBeVisible();

  const statuses: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/api/tasks')) statuses.push(response.status());
  });
  await page.clock.runFor(15_000);
  await expect.poll(() => statuses, 'the list is not sent again').toEqual([304]);
  await page.clock.fastForward(600_000);
  statuses.length = 0;
  await page.clock.runFor(60_000);
  await changeElsewhere(page.context(), 'Changed while away');
  await page.clock.runFor(60_000);
  await expect(rowOf(page, 'Changed there'), 'a forgotten page').toBeVisible();
  expect(statuses).toEqual([]);
  await page.keyboard.press('Shift');
  await page.clock.runFor(15_000);
  await expect(rowOf(page, 'Changed while away')).toBeVisible();
});

test('two devices change a task while the service is away: other fields are merged, the same one asks', async ({
  page,
  elsewhere,
  person,
  startService,
  faults,
}, { outputDir }) => {
  faults.expect(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  const { env, address } = await serviceIn(outputDir);
  const service = await startService(env);
  const other = await elsewhere.newPage();
  await openSignedIn(page, person, address);
  for (const words of ['Pay the rent', 'Call home']) await addTask(page, { description: words });
  await openSignedIn(other, person, address);
  await expect(rowOf(other, 'Call home')).toBeVisible();
  await service.stop();

  await edit(page, 'Pay the rent', 'Pay the rent and the gas');
  await edit(page, 'Call home', 'Call home and Bob');
  await press(rowOf(other, 'Pay the rent').getByRole('button', { name: /^More for/ }));
  await press(other.getByRole('menuitemradio', { name: 'High' }));
  await edit(other, 'Call home', 'Call home and Eve');
  for (const device of [page, other]) await expect(device.getByText('Waiting')).toHaveCount(2);

  await startService(env);
  for (const device of [page, other]) {
    await device.evaluate(() => dispatchEvent(new Event('online')));
    await expect(device.getByText('Waiting')).toHaveCount(0);
  }
  await expect(other.getByText('Also changed elsewhere')).toHaveCount(1);
  await press(rowOf(other, 'Call home and Eve').getByRole('button', { name: 'Keep the other' }));
  for (const device of [page, other]) {
    await device.reload();
    await expect(rowOf(device, 'Call home and Bob')).toBeVisible();
    await expect(
      device.getByRole('button', { name: /^Pay the rent and the gas.*High/ }),
    ).toBeVisible();
  }
});

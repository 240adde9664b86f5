// A plugin as a module of its own, as simulations in workers load it.
/** @type {import('limber').Plugin} */
const servo = {
  name: 'test.servo',
  capabilities: ['actuator'],
  attributes: ['kp', 'kd'],
  compute({ data, config, actuators }) {
    for (const i of actuators) {
      const error = data.ctrl[i] - data.actuator_length[i];
      data.actuator_force[i] =
        Number(config.kp) * error - Number(config.kd) * data.actuator_velocity[i];
    }
  },
};
export default servo;

// What attributes of MJCF mean that are no field of a spec, or whose words say something else than the field's: `element.attribute`
// first, then `attribute` alone.
const text = `
coordinate: frame of positions; only local is supported
compiler.angle: unit of angles in the file
compiler.eulerseq: axes of euler angles in order; small letters turn with the body, capitals stay
compiler.inertiafromgeom: where inertias come from: geoms, inertial, or geoms when there is no inertial
assetdir: folder of all assets, unless meshdir or texturedir say otherwise
lengthrange.mode: which actuators get a length range
lengthrange.timeconst: time constant of the damping
lengthrange.timestep: step of the simulation that finds the range
option.timestep: seconds of one step
option.gravity: acceleration of gravity
option.density: density of the medium
actuatorgroupdisable: groups of actuators that are off
size.memory: size of the arena, such as 10M
headlight.ambient: ambient colour
headlight.diffuse: diffuse colour
headlight.specular: specular colour
map.force: length of force arrows for a force
map.torque: length of torque arrows for a torque
scale.camera: size of cameras, in mean sizes
rgba.joint: colour of joints
rgba.actuator: colour of actuators at rest
rgba.camera: colour of cameras
layer.texture: texture of the layer
role: what the texture gives
config.key: name of the setting
config.value: value of the setting
content_type: kind of file, such as model/stl
vertex: coordinates of vertices
texcoord: texture coordinates of vertices
mesh.builtin: shape that is made
params: numbers of the built-in shape
bone.body: body that moves the bone
texture.builtin: pattern that is made
fileright: picture of the right side
fileleft: picture of the left side
fileup: picture of the upper side
filedown: picture of the lower side
filefront: picture of the front
fileback: picture of the back
inertial.pos: centre of mass
joint.ref: value of the joint in the pose of the file
freejoint.align: frame at the centre of mass
mass: mass; instead of density
geom.shellinertia: mass lies on the surface
geom.hfield: height field of the geom
geom.mesh: mesh of the geom, or mesh that the primitive is fitted to
geom.fluidshape: interaction with the medium as an ellipsoid
attach.frame: frame of the attached model
attach.body: body to attach
prefix: text before the attached names
directional: parallel light; use type
composite.type: kind of composite
flexcomp.type: kind of flex
flexcomp.dof: degrees of freedom: all nodes, radial, or few
count: number in each direction
offset: offset of the whole
replicate.offset: position of each copy against the last
composite.initial: how the first body is attached
curve: shape along each axis
size: size by type
joint.kind: which joints of the composite
solreffix: solref of the constraint that keeps the joint
solimpfix: solimp of the constraint that keeps the joint
skin.group: visibility group
skin.rgba: colour
inflate: thickness of the skin
subgrid: finer faces between bodies
flex.dof: degrees of freedom: all nodes, radial, or few
cellcount: cells of interpolation in each direction
spacing: distance of points
rigid: one rigid body
inertiabox: size of the boxes that give inertias
scale: scale of coordinates
flexcomp.point: coordinates of points
element: points of elements, by index
origin: centre of a surface that is filled to it
solref: spring and damper of the constraint
solimp: impedance of the constraint
edge.damping: damping of edges
elasticity.elastic2d: what resists in a shell: stretch, bend, both
pin.id: points that are pinned, by index
pin.range: first and last point that are pinned
grid: grid points that are pinned
gridrange: first and last grid point that are pinned
flex.body: bodies of the points
geom1: first geom
geom2: second geom
pair.condim: dimension of the contact
body1: first body
body2: second body
site: name of a site
geom: name of a geom
sidesite: site on the side where the tendon passes
divisor: the tendon's force is divided by this from here on
coef: factor of the joint's value
anchor: point of the constraint, in the first body
site1: first site
site2: second site
relpose: pose of the second body in the first; zeros: that of the file
torquescale: weight of rotation against translation
joint1: first joint
joint2: second joint
polycoef: polynomial that the first follows
tendon1: first tendon
tendon2: second tendon
flex: name of a flex
cell: cells, by index
input: what the control means
kp: gain of the position
kv: gain of the velocity
dampratio: damping ratio that gives kv
ki: gain of the integral
imax: bound of the integral
slewmax: fastest change of the control
posrange: range of positions
refsite: site whose frame is the reference
muscle.timeconst: time constants of activation and deactivation
cylinder.timeconst: time constant of the pressure
timeconst: time constant of the activation
area: area of the piston
diameter: diameter of the piston, instead of the area
cylinder.bias: constant, length and velocity coefficients
jointinparent: joint, in the frame of the parent
slidersite: site of the slider
cranksite: site of the crank
tausmooth: width of the change between the time constants
lmin: shortest length, in optimal lengths
lmax: longest length, in optimal lengths
vmax: fastest shortening, in optimal lengths each second
fpmax: passive force at the longest length
fvmax: force at the fastest lengthening
gain: force for a control of 1
motorconst: torque constant, and back-EMF constant where it differs
resistance: resistance of the winding
nominal: voltage, stall torque and speed from a data sheet
saturation: bounds of torque, current or voltage
inductance: inductance, or time constant of the current
cogging: amplitude, poles and phase of cogging
controller: gains and bounds of the built-in controller
thermal: resistance, capacity and reference of the temperature
lugre: friction by bristles
data: what is reported
objname: object that is measured
subtree1: first subtree
subtree2: second subtree
num: number of contacts that are reported
reduce: which contacts are reported
objtype: kind of the object
reftype: kind of the reference
prm: number that goes with the object
sep: text between the name and the number of a copy
body: name of a body
joint: name of a joint
tendon: name of a tendon
camera: name of a camera
mesh: name of a mesh
actuator: name of an actuator
mesh.inertia: how inertia comes from the triangles
material.texture: texture of the colour
edge.equality: edges keep their lengths
edge.stiffness: stiffness of edges
muscle.force: peak active force
pos: position
range: range of values
`;

export const meanings = new Map(
  text
    .trim()
    .split('\n')
    .map((line) => /** @type {[string, string]} */ (line.split(/: (.*)/).slice(0, 2))),
);

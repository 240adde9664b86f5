// What attributes of MJCF mean whose fields say nothing, or something else, in the headers and in wasm/meanings.mjs:
// `element.attribute` first, then `attribute` alone.
const text = `
boundmass: smallest mass of a moving body
boundinertia: smallest diagonal inertia of a moving body
settotalmass: scales all masses so that they add up to this; negative: off
strippath: file names lose their folders
coordinate: frame of positions; only local is supported
compiler.angle: unit of angles in the file
eulerseq: axes of euler angles in order; small letters turn with the body, capitals stay
inertiafromgeom: where inertias come from: geoms, inertial, or geoms when there is no inertial
inertiagrouprange: groups of geoms that count for inertias
assetdir: folder of all assets, unless meshdir or texturedir say otherwise
conflict: what attaching does when both models set an option
lengthrange.mode: which actuators get a length range
uselimit: joint and tendon limits give the range where there are some
maxforce: largest force that pulls
lengthrange.timeconst: time constant of the damping
lengthrange.timestep: step of the simulation that finds the range
inttotal: simulated time
interval: time at the end over which the range is measured
option.timestep: seconds of one step
ccd_tolerance: tolerance of convex collision
option.gravity: acceleration of gravity
wind: velocity of the medium
magnetic: magnetic flux, for magnetometers
option.density: density of the medium
viscosity: viscosity of the medium
o_margin: margin of all contacts when override is on
actuatorgroupdisable: groups of actuators that are off
flag.constraint: all constraints
flag.equality: equality constraints
flag.frictionloss: friction of joints and tendons
flag.limit: limits of joints and tendons
flag.contact: contacts
flag.spring: springs of joints, tendons and flexes
flag.damper: dampers of joints, tendons and flexes
flag.gravity: gravity
clampctrl: controls are clamped to their ranges
warmstart: the solver starts from the last solution
filterparent: bodies do not collide with their parents
actuation: actuator forces
refsafe: time constants are at least two steps
flag.sensor: sensors
midphase: bounding volumes in collision
eulerdamp: Euler treats joint damping implicitly
autoreset: a state that went bad starts again
nativeccd: own convex collision instead of libccd
flag.island: the solver works island by island
multiccd: several contacts from convex collision
override: all contacts take the o_ parameters of option
energy: energies are computed
fwdinv: forward and inverse dynamics are compared
invdiscrete: inverse dynamics of the discrete step
flag.sleep: trees at rest fall asleep
diagexact: exact diagonal of the constraint's inverse inertia
memory: size of the arena, such as 10M
nstack: former size of the stack
nuserdata: numbers of userdata
nkey: keyframes to reserve
meanmass: mean mass of a body
meansize: mean size of a body; scales decorations
extent: half the size of the model
center: centre of the model
fovy: vertical field of view, degrees
ipd: distance of the eyes
elevation: elevation, degrees
linewidth: width of lines
glow: glow of what is selected
offwidth: width of the offscreen picture
offheight: height of the offscreen picture
realtime: speed of real time to start with
shadowsize: resolution of shadows
offsamples: samples of the offscreen picture
headlight.ambient: ambient colour
headlight.diffuse: diffuse colour
headlight.specular: specular colour
map.force: length of force arrows for a force
map.torque: length of torque arrows for a torque
alpha: opacity in transparent mode
actuatortendon: width of actuated tendons
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
normal: normals of vertices
texcoord: texture coordinates of vertices
refpos: point that becomes the origin
refquat: orientation that becomes none
maxhullvert: most vertices of the convex hull
mesh.builtin: shape that is made
params: numbers of the built-in shape
bone.body: body that moves the bone
bindpos: position of the bone in the skin's pose
bindquat: orientation of the bone in the skin's pose
vertid: vertices, by index
vertweight: weights of the vertices
texture.builtin: pattern that is made
gridlayout: which side is where: R L U D F B, dots for none
fileright: picture of the right side
fileleft: picture of the left side
fileup: picture of the upper side
filedown: picture of the lower side
filefront: picture of the front
fileback: picture of the back
rgb1: first colour of the pattern
rgb2: second colour of the pattern
mark: marks on the pattern
markrgb: colour of marks
random: share of random dots
inertial.pos: centre of mass
fullinertia: inertia matrix: xx yy zz xy xz yz
springdamper: time constant and damping ratio that give stiffness and damping
solreffriction: solref of friction
solimpfriction: solimp of friction
joint.ref: value of the joint in the pose of the file
springref: value at which the spring is at rest
freejoint.align: frame at the centre of mass
mass: mass; instead of density
density: mass of a volume
shellinertia: mass lies on the surface
fromto: both ends of the axis
geom.hfield: height field of the geom
geom.mesh: mesh of the geom, or mesh that the primitive is fitted to
site.mesh: mesh that the site is fitted to
fluidshape: interaction with the medium as an ellipsoid
fluidcoef: five coefficients of the interaction with the medium
attach.frame: frame of the attached model
attach.body: body to attach
prefix: text before the attached names
projection: kind of projection
target: body to look at
focal: focal length
focalpixel: focal length in pixels
principal: principal point
principalpixel: principal point in pixels
sensorsize: size of the sensor
directional: parallel light; use type
composite.type: kind of composite
flexcomp.type: kind of flex
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
dof: degrees of freedom: all nodes, radial, or few
cellcount: cells of interpolation in each direction
spacing: distance of points
rigid: one rigid body
inertiabox: size of the boxes that give inertias
scale: scale of coordinates
flexcomp.point: coordinates of points
point: points, by index
element: points of elements, by index
origin: centre of a surface that is filled to it
solref: spring and damper of the constraint
solimp: impedance of the constraint
edge.damping: damping of edges
young: Young's modulus
thickness: thickness of a shell
elastic2d: what resists in a shell: stretch, bend, both
pin.id: points that are pinned, by index
pin.range: first and last point that are pinned
grid: grid points that are pinned
gridrange: first and last grid point that are pinned
node: bodies of the nodes
nodecoord: coordinates of the nodes
flex.body: bodies of the points
geom1: first geom
geom2: second geom
pair.condim: dimension of the contact
body1: first body
body2: second body
springlength: length at rest: a number, or from and to
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
actdim: number of activations
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
actuator.range: range of lengths in which the muscle works
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
interp: interpolation between samples
delay: delay, seconds
objtype: kind of the object
reftype: kind of the reference
refname: reference frame
prm: number that goes with the object
sep: text between the name and the number of a copy
body: name of a body
joint: name of a joint
tendon: name of a tendon
camera: name of a camera
mesh: name of a mesh
actuator: name of an actuator
mesh.inertia: how inertia comes from the triangles
type: kind
colorspace: colour space of the file
material.texture: texture of the colour
mode: how it moves
edge.equality: edges keep their lengths
edge.stiffness: stiffness of edges
selfcollide: how the flex collides with itself
dyntype: dynamics of the activation
gaintype: gain of the force
biastype: bias of the force
muscle.force: peak active force
datatype: kind of reading
pos: position
range: range of values
damping: damping
`;

export const meanings = new Map(
  text
    .trim()
    .split('\n')
    .map((line) => /** @type {[string, string]} */ (line.split(/: (.*)/).slice(0, 2))),
);
